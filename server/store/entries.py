"""Entries: the news of each commit. The head of an entry's bytes (version and tag) shows whether the entry is new.

The bytes are eight of version, four of tag, and the rest in msgpack.
"""

from __future__ import annotations

from typing import Final

import msgspec

HEAD: Final = 12
"""A message that is only a head means that the entry is too large to publish: read the stream."""

WATCHERS: Final = -1
"""Stands for a seat in `Entry.private`: the news for people without a seat, if it differs from the public part."""

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(tuple[bytes | None, dict[int, bytes], bytes | None]).decode


class Entry:
    """The news of one commit. Its parts are msgpack, ready to be spliced into packets. Immutable."""

    __slots__ = ("closing", "private", "public", "tag", "version")

    def __init__(
        self, version: int, tag: int, public: bytes | None, private: dict[int, bytes], closing: bytes | None = None
    ) -> None:
        self.version = version
        self.tag = tag
        """32 random bits. The same version with another tag belongs to another history: the store was rolled back."""
        self.public = public
        """The values of `f` without its name: pub, tag, events, table, room, concatenated."""
        self.private = private
        """Seat -> the news for only that seat: priv, events, own, concatenated."""
        self.closing = closing
        """Only if people came or went, or with `anew`: a msgpack map with `seats` [[player, gen]…], `watchers`
        [[player, gen]…], `gone` [[player, code]…], `moved` and `anew`. gen is the number of the player's connection;
        `moved`: seats have other players; `anew`: earlier views and this news do not make up the present views."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and pack(self) == pack(other)

    def __hash__(self) -> int:
        return hash((self.version, self.tag))


def pack(entry: Entry) -> bytes:
    head = (entry.version << 32 | entry.tag).to_bytes(HEAD, "big")
    return head + _encode((entry.public, entry.private, entry.closing))


def version_of(data: bytes) -> int:
    return int.from_bytes(data[:8], "big")


def tag_of(data: bytes) -> int:
    return int.from_bytes(data[8:HEAD], "big")


def unpack(data: bytes) -> Entry:
    public, private, closing = _decode(data[HEAD:])
    head = int.from_bytes(data[:HEAD], "big")
    return Entry(head >> 32, head & 0xFFFF_FFFF, public, private, closing)
