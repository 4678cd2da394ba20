"""An entry as bytes: eight of version, four of tag, the rest msgpack. The head alone tells whether it is news."""

from __future__ import annotations

from typing import Final

import msgpack

from .types import Entry

HEAD: Final = 12
"""A message of only a head says that the entry is too large to publish: read the stream."""


def pack(entry: Entry) -> bytes:
    head = (entry.version << 32 | entry.tag).to_bytes(HEAD, "big")
    return head + bytes(msgpack.packb((entry.public, entry.private, entry.closing)))


def version_of(data: bytes) -> int:
    return int.from_bytes(data[:8], "big")


def tag_of(data: bytes) -> int:
    return int.from_bytes(data[8:HEAD], "big")


def unpack(data: bytes) -> Entry:
    public, private, closing = msgpack.unpackb(data[HEAD:], strict_map_key=False)
    return Entry(version_of(data), tag_of(data), public, private, closing)
