"""The packet class that the Socket.IO server is given."""

from __future__ import annotations

from typing import Any

from socketio.msgpack_packet import MsgPackPacket

from server.wire.strict import BadPacket, decode


class StrictPacket(MsgPackPacket):  # type: ignore[misc]  # the library has no types
    """Decodes strictly."""

    def decode(self, encoded_packet: Any) -> None:
        if type(encoded_packet) is not bytes:
            raise BadPacket("not msgpack")
        self.packet_type, self.data, self.id = decode(encoded_packet)
        self.namespace = "/"
