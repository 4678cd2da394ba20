"""Packets of both doors as bytes, ready for a socket: Socket.IO in msgpack, plain JSON, and WebSocket framing.

The room encodes a commit's news once. Here the bytes are spliced in unchanged, without decoding or encoding them again.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from server.protocol.named_form import values
from server.protocol.schema import Schema
from server.store.entries import Entry

CONNECT: Final = 0
DISCONNECT: Final = 1
EVENT: Final = 2
CONNECT_ERROR: Final = 4

_pack = msgspec.msgpack.Encoder().encode
_json = msgspec.json.Encoder().encode


BINARY: Final = 0x82  # final frame, opcode 2
_TEXT: Final = 0x81
_CLOSE: Final = 0x88
_WS_PING: Final = 0x89
_WS_PONG: Final = 0x8A
_SHORT: Final = struct.Struct("!BB").pack
_MIDDLE: Final = struct.Struct("!BBH").pack
_LONG: Final = struct.Struct("!BBQ").pack

_EVENT_HEAD: Final = b"\x83\xa4type\x02\xa4data"  # {"type": 2, "data": ...
_ACK_HEAD: Final = b"\x84\xa4type\x03\xa2id"  # {"type": 3, "id": ...
_ACK_DATA: Final = b"\xa4data\x91"  # ... "data": [one value], ...
_TAIL: Final = b"\xa3nsp\xa1/"  # ... "nsp": "/"}
_F: Final = _EVENT_HEAD + b"\x96\xa1f"  # ["f", pub, tag, events, table, room]
_O: Final = _EVENT_HEAD + b"\x95\xa1o"  # ["o", tag, priv, events, own]
_B: Final = _EVENT_HEAD + b"\x99\xa1b"  # ["b", all of "f", then priv, events, own]


def framed(kind: int, payload: bytes) -> bytes:
    """The payload as one WebSocket frame of that kind, as servers send it (unmasked)."""
    length = len(payload)
    if length < 126:
        return _SHORT(kind, length) + payload
    if length < 65536:
        return _MIDDLE(kind, 126, length) + payload
    return _LONG(kind, 127, length) + payload


def binary(payload: bytes) -> bytes:
    """The payload as one binary frame."""
    return framed(BINARY, payload)


def text(payload: bytes) -> bytes:
    """The payload, UTF-8, as one text frame."""
    return framed(_TEXT, payload)


def closing(code: int, why: str) -> bytes:
    """A close frame."""
    return framed(_CLOSE, code.to_bytes(2, "big") + why.encode()[:100])


def ping() -> bytes:
    """A ping frame."""
    return framed(_WS_PING, b"")


def pong(payload: bytes) -> bytes:
    """The answer to a ping frame."""
    return framed(_WS_PONG, payload)


def frame_packet(tag: int, public: bytes | None, private: bytes | None) -> bytes:
    """The news of one commit as an event: `f` (public), `o` (private), or `b` (both)."""
    if private is None:
        return _F + (public or b"") + _TAIL
    if public is None:
        return _O + _pack(tag) + private + _TAIL
    return _B + public + private + _TAIL


def event_packet(name: str, value: Any) -> bytes:
    """An event with one argument. Views become arrays; `msgspec.Raw` is inserted unchanged."""
    return _EVENT_HEAD + b"\x92" + _pack(name) + _pack(value) + _TAIL


def ack_packet(number: int, answer: Any) -> bytes:
    """The answer to the client's message with that number."""
    return _ACK_HEAD + _pack(number) + _ACK_DATA + _pack(answer) + _TAIL


def connect_error_packet(namespace: str, why: str) -> bytes:
    """The refusal of a CONNECT packet, in the form that Socket.IO clients show."""
    return _pack({"type": CONNECT_ERROR, "nsp": namespace, "data": {"message": why}})


def json_packet(body: Mapping[str, Any]) -> bytes:
    """One message of the JSON door."""
    return _json(body)


class EncodedFrame:
    """The public part of a commit, a seat's private part, or both. Each door's form is made when it is first needed."""

    __slots__ = ("_entry", "_private", "_schema", "json", "native")

    def __init__(self, entry: Entry, private: bytes | None, schema: Schema) -> None:
        self._entry = entry
        self._private = private
        self._schema = schema
        self.native = b""
        """For the Socket.IO door; empty until `native_form` has been asked for."""
        self.json = b""
        """For the JSON door; empty until `json_form` has been asked for."""

    @property
    def version(self) -> int:
        return self._entry.version

    def native_form(self) -> bytes:
        self.native = framed(BINARY, frame_packet(self._entry.tag, self._entry.public, self._private))
        return self.native

    def json_form(self) -> bytes:
        self.json = b"".join(text(_json(told)) for told in self.named())
        return self.json

    def named(self) -> list[dict[str, object]]:
        """The messages of the JSON door: first the private part, then the public one."""
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
    def packet(self) -> bytes:
        """The event of the Socket.IO door."""
        return frame_packet(self._entry.tag, self._entry.public, self._private)

    @property
    def positional(self) -> msgspec.Raw:
        """One value for another packet: an array that begins with the event's name."""
        return msgspec.Raw(self.packet[len(_EVENT_HEAD) : -len(_TAIL)])
