"""Decodes clients' packets strictly: anything that breaks the protocol ends the connection."""

from __future__ import annotations

from typing import Any, Final

import msgpack
import msgspec

from server.rooms.plain_data import INT_LIMIT, KEYS_LIMIT, LENGTH_LIMIT, STRING_LIMIT

from .packets import CONNECT, DISCONNECT, EVENT

PACKET_LIMIT: Final = 16_384
"""The most bytes that a client may send in one packet."""
EVENT_LIMIT: Final = 48
_RESERVED: Final = frozenset({"connect", "connect_error", "disconnect", "disconnecting", "newListener", "*", "message"})
_decode_json: Final = msgspec.json.Decoder(dict[str, Any]).decode


class BadPacket(ValueError):
    """A packet that breaks the protocol. The text of this error never contains any of the packet."""


class ForeignNamespace(BadPacket):
    """A client connects to a namespace that we do not have."""

    def __init__(self, namespace: str) -> None:
        super().__init__("not a namespace of ours")
        self.namespace = namespace


def decode(data: bytes) -> tuple[int, Any, int | None]:
    """Type, data and number of a Socket.IO packet in msgpack, in the main namespace; raises BadPacket for others."""
    if len(data) > PACKET_LIMIT:
        raise BadPacket("too large")
    try:
        decoded = msgpack.unpackb(
            data,
            ext_hook=_undefined,
            strict_map_key=True,
            max_array_len=LENGTH_LIMIT,
            max_map_len=KEYS_LIMIT,
            max_str_len=STRING_LIMIT,
            max_bin_len=64,
            max_ext_len=1,
        )
        kind, space = decoded["type"], decoded["nsp"]
        body, number = decoded.get("data"), decoded.get("id")
    except BadPacket:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, msgpack.UnpackException):
        raise BadPacket("not a packet") from None
    if type(kind) is not int:
        raise BadPacket("not a packet of ours")
    if space != "/":
        if kind == CONNECT and type(space) is str and len(space) <= EVENT_LIMIT:
            raise ForeignNamespace(space)
        raise BadPacket("not a packet of ours")
    check_number(number)
    if kind == EVENT:
        _check_event(body)
    elif kind == CONNECT:
        if body is not None and type(body) is not dict:
            raise BadPacket("auth is no map")
    elif kind != DISCONNECT:
        raise BadPacket("not a type that clients send")
    return kind, body, number


def decode_json(text: str) -> dict[str, Any]:
    """A message of the JSON door; raises BadPacket for anything else."""
    try:
        return _decode_json(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise BadPacket("not a JSON object") from None


def check_number(number: Any) -> None:
    """Check the number that a client gives its message; None is allowed."""
    if number is not None and (type(number) is not int or not 0 <= number < INT_LIMIT):
        raise BadPacket("not a number")


def _check_event(body: Any) -> None:
    if type(body) is not list or not 1 <= len(body) <= 2:
        raise BadPacket("an event has a name and at most one argument")
    name = body[0]
    if type(name) is not str or len(name) > EVENT_LIMIT or name in _RESERVED or name.startswith("__"):
        raise BadPacket("not the name of an event")


def _undefined(code: int, _: bytes) -> None:
    # socket.io-msgpack-parser writes JavaScript's `undefined` as extension 0.
    if code != 0:
        raise BadPacket("unknown extension")
