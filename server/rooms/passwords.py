"""Room passwords: makes digests of typed ones, stores them, and compares the two.

Plain passwords go no further than the door: commands carry digests.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any, Final

import msgspec

MASK: Final = "*"
"""Stands for a password in messages, and so in the command log."""

_FORM: Final = b"\x02"  # prefix of stored scrypt digests; older ones have 16 bytes and no prefix
_OLD_LENGTH: Final = 16
_WORK: Final = 2**14  # about 50 ms and 16 MB per guess


class Digest(msgspec.Struct, frozen=True):
    """A given password, in every form in which one may be stored."""

    new: bytes
    old: bytes
    """The form of rooms made before scrypt."""


class Sealed(msgspec.Struct, frozen=True):
    """A message whose passwords have been replaced by digests."""

    message: Any
    """The message, with masks for passwords."""
    password: Digest | None = None
    watch_password: Digest | None = None


STAND_IN: Final = Digest(_FORM, _FORM)
"""Stands for passwords of which only the mask remains."""


def digest_of(password: str, room_id: str) -> Digest:
    """Takes a while, on purpose: never call it in the event loop. The salt is the room's id."""
    text, salt = password.encode(), bytes.fromhex(room_id)[:16]
    new = hashlib.scrypt(text, salt=salt, n=_WORK, r=8, p=1, dklen=32)
    return Digest(_FORM + new, hashlib.blake2b(text, digest_size=_OLD_LENGTH, salt=salt).digest())


def seal(message: Any, digests: dict[str, Digest]) -> Sealed:
    """The message with masks in place of the passwords that have these digests."""
    return Sealed(msgspec.structs.replace(message, **dict.fromkeys(digests, MASK)), **digests)


def stored(given: Any, digest: Digest | None) -> bytes:
    """The stored form of a message's password; empty if it has none."""
    if not given:
        return b""
    if digest is None:
        raise TypeError("a password has come past the doors' hashing")
    return digest.new


def matches(shown: Digest | None, kept: bytes) -> bool:
    """Does the given password match the stored one? Nothing matches if none is stored."""
    if shown is None or not kept:
        return False
    return hmac.compare_digest(shown.old if len(kept) == _OLD_LENGTH else shown.new, kept)


def is_old(kept: bytes) -> bool:
    """Is it in the old form, to be replaced as soon as somebody gives the password?"""
    return len(kept) == _OLD_LENGTH
