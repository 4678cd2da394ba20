"""A Socket.IO client's socket in the express lane: decodes packets and passes events to the door."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from server.doors import packets
from server.doors.client_socket import ClientSocket
from server.doors.connection import Connection
from server.doors.gate.tokens import Identity
from server.doors.packets import CONNECT, DISCONNECT, EVENT
from server.doors.strict_decoding import BadPacket, ForeignNamespace, decode

from .advice import ADVICE, json_advice

Received = Callable[[Connection, Any, Any, int | None], None]
"""Handles an event, given its name, its argument and its number."""


class SocketIoSocket(ClientSocket):
    """Decodes packets strictly, and only in an order that makes sense; raises BadPacket for anything else."""

    __slots__ = ("_received", "address", "identity", "person")

    def __init__(self, transport: asyncio.Transport, address: str, received: Received) -> None:
        super().__init__(transport)
        self._received = received
        self.address = address
        self.identity: Identity | None = None  # set between the library's `connect` event and our greeting
        self.person: Connection | None = None  # set when the client has been greeted

    def take(self, data: bytes) -> bool:
        """Take a binary message. True if it is a CONNECT, which the library must handle."""
        try:
            kind, body, number = decode(data)
        except ForeignNamespace as foreign:
            self.write(packets.binary(packets.connect_error_packet(foreign.namespace, ADVICE)))
            raise
        person = self.person
        if kind == EVENT and person is not None:
            self._received(person, body[0], body[1] if len(body) > 1 else None, number)
        elif kind == CONNECT and person is None:
            if self.pay():
                raise BadPacket("trying too often")
            return True
        elif kind == DISCONNECT:
            self.say_goodbye(1000, "disconnected")
        else:
            raise BadPacket("an event before the greeting, or connected already")
        return False

    def take_text(self, data: str) -> bool:
        """Take a text message, which belongs to Engine.IO. False if the client is closing."""
        if data == "1":
            return False
        if data != "3":
            if data.startswith("40"):
                self.write(packets.text(json_advice(data)))
            raise BadPacket("text where msgpack is spoken")
        self.pay_for_pong()
        return True

    def pay_for_pong(self) -> None:
        """Charge for a message that is not an event. An excess is forgiven, but far too many end the connection."""
        if self.pay() < 0:
            raise BadPacket("too many of them")

    def say(self, packet: str | bytes) -> None:
        """Send a packet that the library has encoded."""
        self.write(packets.text(packet.encode()) if isinstance(packet, str) else packets.binary(packet))
