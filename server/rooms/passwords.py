"""Room passwords: what a door makes of those that people type, what is stored, and whether the two match.

No text of a password comes further than the door: commands carry digests.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any, Final

import msgspec

MASK: Final = "*"
"""What a message, and so the action log, has in the place of a password."""

_FORM: Final = b"\x02"  # how stored digests begin that scrypt has made; those before them have 16 bytes and no mark
_OLD_LENGTH: Final = 16
_WORK: Final = 2**14  # some 50 ms and 16 MB for each guess


class Digest(msgspec.Struct, frozen=True):
    """A password as somebody shows it, in every form in which one may be stored."""

    new: bytes
    old: bytes
    """The form of rooms made before scrypt."""


class Sealed(msgspec.Struct, frozen=True):
    """A message of which each password has become a digest."""

    message: Any
    """The message, with masks for passwords."""
    password: Digest | None = None
    watch_password: Digest | None = None


STAND_IN: Final = Digest(_FORM, _FORM)
"""For passwords of which only the mask is left."""


def digest_of(password: str, room_id: str) -> Digest:
    """Takes a while, on purpose: call it where nobody waits. The salt is the room's id."""
    text, salt = password.encode(), bytes.fromhex(room_id)[:16]
    new = hashlib.scrypt(text, salt=salt, n=_WORK, r=8, p=1, dklen=32)
    return Digest(_FORM + new, hashlib.blake2b(text, digest_size=_OLD_LENGTH, salt=salt).digest())


def seal(message: Any, digests: dict[str, Digest]) -> Sealed:
    """The message without the texts whose digests these are."""
    return Sealed(msgspec.structs.replace(message, **dict.fromkeys(digests, MASK)), **digests)


def stored(given: Any, digest: Digest | None) -> bytes:
    """What is kept of a password that a message gives; nothing where it gives none."""
    if not given:
        return b""
    if digest is None:
        raise TypeError("a password has come past the doors' hashing")
    return digest.new


def matches(shown: Digest | None, kept: bytes) -> bool:
    """Is it the password that is kept? Nothing matches where none is kept."""
    if shown is None or not kept:
        return False
    return hmac.compare_digest(shown.old if len(kept) == _OLD_LENGTH else shown.new, kept)


def is_old(kept: bytes) -> bool:
    """Is it of the form that is to be replaced as soon as somebody shows the password?"""
    return len(kept) == _OLD_LENGTH
