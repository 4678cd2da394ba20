"""Identities in the arena (arena.md 2.3, 9): hashes of self-declared names and MAC addresses, and opaque ids."""

from __future__ import annotations

import hashlib
import hmac
import re
import unicodedata
import uuid
from dataclasses import dataclass
from typing import Final

from .errors import Malformed

NAME_LIMIT: Final = 40
_MAC: Final = re.compile(r"[0-9a-fA-F]{2}([:-]?[0-9a-fA-F]{2}){5}")
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


@dataclass(frozen=True, slots=True)
class Person:
    """A person who joins. `who` is the hash of their MAC address and names; the address itself is never stored."""

    name: str
    first: str
    last: str
    who: str


class Identities:
    """Makes ids and hashes with the server's secret, so they are the same on every worker."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self.door = self._hash("door")
        """The password of arena rooms, so that only the arena can seat people there."""

    def person(self, first: str, last: str, mac: str) -> Person:
        """The person with these names and this MAC. The hash is keyed, because one could try all 48-bit addresses."""
        return Person(f"{first} {last}", first, last, self._hash("who", _plain(mac), first, last))

    def address_hash(self, mac: str) -> str:
        """A keyed hash that represents a self-declared MAC address in limits."""
        return self._hash("mac", _plain(mac))

    def public_id(self, room: str, holder: str) -> str:
        """The public id of a seat, for the others. Nobody can act with it."""
        raw = hmac.digest(self._secret, f"arena/public/{room}/{holder}".encode(), "sha256")[:16]
        return str(uuid.UUID(bytes=raw, version=4))

    def _hash(self, *parts: str) -> str:
        text = "\x00".join(("arena", *parts))
        return hmac.new(self._secret, _raw(text), hashlib.sha256).hexdigest()[:32]


def new_token() -> str:
    return str(uuid.uuid4())


def player_of(token: str) -> str:
    """The player as rooms know them; the token cannot be derived from it."""
    return hashlib.sha256(_raw(token)).hexdigest()[:32]


def _raw(text: str) -> bytes:
    """The text's bytes, even if a client has sent half a surrogate pair."""
    return text.encode("utf-8", "surrogatepass")


def name_part(body: dict[str, object], field: str) -> str:
    """`firstName` or `lastName`, checked and safe to show."""
    value = body.get(field)
    if not isinstance(value, str):
        raise Malformed(f"{field} must be a text")
    if any(unicodedata.category(char) in _UNSEEN for char in value):
        raise Malformed(f"{field} contains control characters")
    value = " ".join(value.split())
    if not 0 < len(value) <= NAME_LIMIT:
        raise Malformed(f"{field} must have 1 to {NAME_LIMIT} characters")
    return value


def mac_of(body: dict[str, object], header: str | None) -> str:
    """The self-declared MAC address. If body and header both have one, they must agree."""
    stated = body.get("MAC", header)
    if not isinstance(stated, str) or not _MAC.fullmatch(stated):
        raise Malformed("MAC must be six pairs of hexadecimal digits")
    if header is not None and _plain(header) != _plain(stated):
        raise Malformed("X-MAC-Address and MAC differ")
    return stated


def _plain(mac: str) -> str:
    return mac.replace("-", "").replace(":", "").strip().lower()
