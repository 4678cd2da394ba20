"""An entry as bytes: eight of version, four of tag, the rest msgpack. The head alone tells whether it is news."""

from __future__ import annotations

from typing import Final

import msgspec

from .types import Entry

HEAD: Final = 12
"""A message of only a head says that the entry is too large to publish: read the stream."""


_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(tuple[bytes | None, dict[int, bytes], bytes | None]).decode


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
