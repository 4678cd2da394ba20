"""Advice for Socket.IO clients with the wrong settings, in the forms that their libraries can show."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final

import msgspec

from server.doors import packets
from server.doors.strict_decoding import BadPacket, ForeignNamespace, decode

NATIVE: Final = "/ws"
JSON: Final = "/api/v1/ws"
ADVICE: Final = (
    f'Connect with path "{NATIVE}", transports ["websocket"], namespace "/" and the msgpack parser'
    ' (socket.io-msgpack-parser; in Python, serializer="msgpack"), or speak plain JSON to the WebSocket at'
    f' "{JSON}".'
)
_CONNECT: Final = re.compile(r"40(/[^,\x00-\x1f]{0,48},)?")


def json_advice(connect: str) -> bytes:
    """The refusal of the JSON parser's CONNECT packet, as a text message in the requested namespace."""
    asked = _CONNECT.match(connect)
    namespace = (asked[1] if asked else None) or ""
    return f"44{namespace}".encode() + msgspec.json.encode({"message": ADVICE})


def polled_advice(posted: bytes) -> bytes:
    """The refusal for a polling client's post, which shows which parser the client uses."""
    first = posted.partition(b"\x1e")[0]
    if not first.startswith(b"b"):
        return json_advice(first.decode("utf-8", "replace"))
    namespace = "/"
    try:
        decode(base64.b64decode(first[1:]))
    except ForeignNamespace as foreign:
        namespace = foreign.namespace
    except (BadPacket, binascii.Error):
        pass  # the client gets the advice all the same
    return b"b" + base64.b64encode(packets.connect_error_packet(namespace, ADVICE))
