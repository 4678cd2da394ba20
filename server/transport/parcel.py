"""One part of what a commit tells, made into each door's WebSocket frame when its first reader needs it."""

from __future__ import annotations

import msgspec

from server.wire import packets
from server.wire.named import values
from server.wire.schema import Schema


class Parcel:
    """`values` of an `f` (public) or of an `o` (private), of the commit with that version."""

    __slots__ = ("_json", "_native", "_schema", "private", "told", "version")

    def __init__(self, version: int, told: bytes, schema: Schema, *, private: bool) -> None:
        self.version = version
        self.told = told
        self.private = private
        self._schema = schema
        self._native: bytes | None = None
        self._json: bytes | None = None

    @property
    def native(self) -> bytes:
        frame = self._native
        if frame is None:
            packet = packets.private_packet(self.told) if self.private else packets.public_packet(self.told)
            frame = self._native = packets.binary(packet)
        return frame

    @property
    def json(self) -> bytes:
        frame = self._json
        if frame is None:
            frame = self._json = packets.text(msgspec.json.encode(self.named()))
        return frame

    def named(self) -> dict[str, object]:
        """The frame as the JSON door says it."""
        told = values(self.told)
        if self.private:
            return {"kind": "own", **self._schema.reader.own(told)}
        return {"kind": "frame", **self._schema.reader.frame(told)}

    @property
    def positional(self) -> msgspec.Raw:
        """The frame as one value inside another packet: an array that begins with its event's name."""
        return packets.inside(self.told, private=self.private)
