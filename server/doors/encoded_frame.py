"""What one commit tells one kind of reader, encoded for each door when first needed."""

from __future__ import annotations

import msgspec

from server.protocol.named_form import values
from server.protocol.schema import Schema
from server.store.entries import Entry

from . import packets


class EncodedFrame:
    """The public part of a commit, a seat's private part, or both."""

    __slots__ = ("_entry", "_json", "_native", "_private", "_schema")

    def __init__(self, entry: Entry, private: bytes | None, schema: Schema) -> None:
        self._entry = entry
        self._private = private
        self._schema = schema
        self._native: bytes | None = None
        self._json: bytes | None = None

    @property
    def version(self) -> int:
        return self._entry.version

    @property
    def native(self) -> bytes:
        frame = self._native
        if frame is None:
            told = packets.frame(self._entry.tag, self._entry.public, self._private)
            frame = self._native = packets.framed(packets.BINARY, packets.frame_packet(told))
        return frame

    @property
    def json(self) -> bytes:
        frames = self._json
        if frames is None:
            frames = self._json = b"".join(packets.text(msgspec.json.encode(told)) for told in self.named())
        return frames

    def named(self) -> list[dict[str, object]]:
        """In the JSON door's form: the seat's part before everybody's."""
        entry, reader = self._entry, self._schema.reader
        public = None if entry.public is None else values(entry.public)
        told: list[dict[str, object]] = []
        if self._private is not None:
            at = public[0] if public else 0
            told.append({"kind": "own", "at": at, "tag": entry.tag, **reader.own(values(self._private))})
        if public is not None:
            told.append({"kind": "frame", **reader.frame(public)})
        return told

    @property
    def positional(self) -> msgspec.Raw:
        """The frame as a value inside another packet."""
        return msgspec.Raw(self.told)

    @property
    def told(self) -> bytes:
        """An array that begins with its event's name."""
        return packets.frame(self._entry.tag, self._entry.public, self._private)
