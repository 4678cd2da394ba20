"""A connection: a client at a door and the room it is in. One class for each door.

`docs/connections.md` draws the states and their transitions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec

from server.protocol.schema import Schema
from server.rooms.decision import Who

from . import packets
from .client_socket import FRAMES_LIMIT, ClientSocket
from .connection_state import ConnectionState
from .packets import EncodedFrame

Json = Any
Answer = Mapping[str, Json]
_VIEWS: Final = ("room", "table", "own")


class Connection(ABC):
    """A client's identity, room and state, and the way to send news to it. Subclasses write their door's form."""

    door: ClassVar[str]
    __slots__ = (
        "address",
        "deals",
        "held",
        "newest",
        "player",
        "room",
        "seat",
        "seen",
        "socket",
        "state",
        "strikes",
        "who",
    )

    def __init__(self, socket: ClientSocket, address: str, player: str) -> None:
        self.socket = socket
        self.address = address
        self.player = player
        self.strikes = 0
        self.deals = False
        """Does it take part in fair deals?"""
        self._in_no_room(ConnectionState.NEW)

    def _in_no_room(self, state: ConnectionState) -> None:
        self.state = state
        self.room: str | None = None
        self.seat: int | None = None
        self.who = Who(self.player)  # the client, as rooms know it; while in a room, with the connection's number
        self.newest = 0  # the newest of the player's connections, if the room announced one while this one was entering
        self.seen = 0  # the newest version that the client knows
        self.held: list[EncodedFrame] = []

    # --- from one state to the next ---

    def greeted(self) -> None:
        """The client has been greeted."""
        self.state = ConnectionState.GREETED

    def enter(self, room: str) -> None:
        """The client is about to enter that room."""
        self._in_no_room(ConnectionState.ENTERING)
        self.room = room

    def come(self, seat: int | None, gen: int) -> None:
        """The room has let the client in, and given this connection a number."""
        self.state = ConnectionState.CATCHING_UP
        self.seat = seat
        self.who = Who(self.player, gen)

    def catch_up(self) -> None:
        """The client is in the room, and about to get a snapshot or the missed frames."""
        self.state = ConnectionState.CATCHING_UP

    def release(self) -> None:
        """The client is up to date: send the frames that were held back, unless it has left meanwhile."""
        if self.state is not ConnectionState.CATCHING_UP:
            return
        self.state = ConnectionState.FOLLOWING
        held, self.held = self.held, []
        for frame in held:
            if frame.version > self.seen:
                self.send(frame)

    def left(self) -> None:
        """The client is no longer in a room."""
        self._in_no_room(ConnectionState.GREETED)

    def away(self) -> None:
        """The socket has ended."""
        self._in_no_room(ConnectionState.AWAY)

    # --- telling ---

    def hold(self, frame: EncodedFrame) -> None:
        """Hold a frame back."""
        if len(self.held) < FRAMES_LIMIT:
            self.held.append(frame)
        else:
            self.socket.abort("slow")

    @abstractmethod
    def send(self, frame: EncodedFrame) -> None:
        """Pass a frame on now."""

    @abstractmethod
    def answer(self, number: int | None, answer: Answer) -> None:
        """Answer the client's message with that number; without a number, the client wants no answer."""

    @abstractmethod
    def tell(self, name: str, value: Json) -> None:
        """Send an event other than a frame: hello, gone, snapshot."""

    @abstractmethod
    def snapshot(self, shown: Mapping[str, Json], schema: Schema, know: str | None) -> dict[str, Json]:
        """The snapshot in the door's form, with the schema unless the client knows it."""

    @abstractmethod
    def resumed(self, missed: Sequence[EncodedFrame]) -> list[Json]:
        """The missed frames, in the door's form."""


class NativeConnection(Connection):
    """A connection at the Socket.IO door: positional frames in msgpack."""

    door = "native"
    __slots__ = ()

    def send(self, frame: EncodedFrame) -> None:
        self.socket.write(frame.native or frame.native_form())

    def answer(self, number: int | None, answer: Answer) -> None:
        if number is not None:
            self.socket.write(packets.framed(packets.BINARY, packets.ack_packet(number, answer)))

    def tell(self, name: str, value: Json) -> None:
        self.socket.write(packets.binary(packets.event_packet("s" if name == "snapshot" else name, value)))

    def snapshot(self, shown: Mapping[str, Json], schema: Schema, know: str | None) -> dict[str, Json]:
        return {**shown} if know == schema.hash else {**shown, "schema": schema.packed}

    def resumed(self, missed: Sequence[EncodedFrame]) -> list[Json]:
        return [frame.positional for frame in missed]


class JsonConnection(Connection):
    """A connection at the JSON door: frames with names."""

    door = "json"
    __slots__ = ()

    def send(self, frame: EncodedFrame) -> None:
        self.socket.write(frame.json or frame.json_form())

    def answer(self, number: int | None, answer: Answer) -> None:
        if number is not None:
            self._write({"re": number, **answer})

    def tell(self, name: str, value: Json) -> None:
        self._write({"kind": name, **value})

    def snapshot(self, shown: Mapping[str, Json], schema: Schema, know: str | None) -> dict[str, Json]:
        plain = {part: schema.reader.document(part, msgspec.to_builtins(shown[part])) for part in _VIEWS}
        return {**shown, **plain} if know == schema.hash else {**shown, **plain, "schema": schema.body}

    def resumed(self, missed: Sequence[EncodedFrame]) -> list[Json]:
        return [told for frame in missed for told in frame.named()]

    def _write(self, body: Mapping[str, Json]) -> None:
        self.socket.write(packets.text(packets.json_packet(body)))
