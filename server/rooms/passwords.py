"""Room passwords: kept as a salted hash; they guard a card game, not an account."""

from __future__ import annotations

import hashlib
import hmac


def hashed(password: str | None, room_id: str) -> bytes:
    if not password:
        return b""
    return hashlib.blake2b(password.encode(), digest_size=16, salt=bytes.fromhex(room_id)[:16]).digest()


def matches(password: str | None, stored: bytes, room_id: str) -> bool:
    return not stored or hmac.compare_digest(hashed(password, room_id), stored)
