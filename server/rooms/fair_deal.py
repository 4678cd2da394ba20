"""The arithmetic of a deal that nobody can choose alone (docs/fair-deals.md). Pure; pages and checks repeat it."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

_DEAL: Final = b"paiju-deal-1"
_NONCE: Final = b"paiju-nonce-1"
_PLAYER: Final = b"paiju-player-1"


def commitment_of(seed: bytes, match: bytes, start: str) -> bytes:
    """The server's commitment: to its seed, this match and its start document."""
    return hashlib.sha256(_DEAL + seed + match + hashlib.sha256(start.encode()).digest()).digest()


def pledge_of(match: bytes, seat: int, nonce: bytes) -> bytes:
    """A seat's commitment to its nonce; it differs for every seat and match."""
    return hashlib.sha256(_NONCE + match + bytes([seat]) + nonce).digest()


def secret_of(seed: bytes, commitment: bytes, nonces: Sequence[bytes]) -> bytes:
    """The secret of the match. `nonces`: by seat, empty if there is none."""
    parts = (b"\x01" + nonce if nonce else b"\x00" for nonce in nonces)
    return hmac.digest(seed, commitment + b"".join(parts), "sha256")


def player_in(match: bytes, player: str) -> str:
    """A player's name in the start document: only they recognise it."""
    return hashlib.sha256(_PLAYER + match + player.encode()).hexdigest()[:32]
