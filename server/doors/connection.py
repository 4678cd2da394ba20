"""Somebody at the other end of a line, whichever door he came through."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec

from server.protocol.schema import Schema
from server.rooms.decision import Who

from . import packets
from .client_socket import FRAMES_LIMIT, ClientSocket
from .encoded_frame import EncodedFrame

Json = Any
Answer = Mapping[str, Json]
_VIEWS: Final = ("room", "table", "own")


class Connection(ABC):
    """Who it is, where he is, and how to tell him something. Subclasses know how their door says it."""

    door: ClassVar[str]
    __slots__ = ("address", "held", "line", "newest", "player", "room", "seat", "seen", "strikes", "who")

    def __init__(self, line: ClientSocket, address: str, player: str) -> None:
        self.line = line
        self.address = address
        self.player = player
        self.room: str | None = None
        self.seat: int | None = None
        self.who = Who(player)  # as rooms know him: with the number of his connection while he is in one
        self.newest = 0  # the newest connection of his that the room has told of while he was coming in
        self.seen = 0  # versions up to this one are known to him already
        self.held: list[EncodedFrame] | None = None  # frames kept back until he has the snapshot that they follow
        self.strikes = 0

    def hold(self, parcel: EncodedFrame) -> None:
        """Keep a frame back until the snapshot has been sent."""
        assert self.held is not None
        if len(self.held) < FRAMES_LIMIT:
            self.held.append(parcel)
        else:
            self.line.abort("slow")

    def release(self) -> None:
        """The snapshot is out: what was kept back follows."""
        held, self.held = self.held, None
        for parcel in held or ():
            if parcel.version > self.seen:
                self.send(parcel)

    def wait_for(self, room: str) -> None:
        """He is about to be let into that room. Frames are kept back until he has been shown where things stand."""
        self.room, self.held = room, []

    def come(self, seat: int | None, gen: int) -> None:
        """The room has let him in, as this connection of his."""
        self.seat = seat
        self.who = Who(self.player, gen)

    def away(self) -> None:
        """He is in no room any more."""
        self.room = self.seat = self.held = None
        self.who = Who(self.player)
        self.seen = self.newest = 0

    @abstractmethod
    def send(self, parcel: EncodedFrame) -> None:
        """Pass a frame on now."""

    @abstractmethod
    def answer(self, number: int | None, answer: Answer) -> None:
        """Answer his message of that number; nothing to do when he did not ask for an answer."""

    @abstractmethod
    def tell(self, name: str, value: Json) -> None:
        """An event that is no frame: hello, gone, snapshot."""

    @abstractmethod
    def snapshot(self, shown: Mapping[str, Json], schema: Schema, know: str | None) -> dict[str, Json]:
        """The snapshot in his door's form, with the schema unless he knows it."""

    @abstractmethod
    def resumed(self, missed: Sequence[EncodedFrame]) -> list[Json]:
        """The frames that he missed, in his door's form."""


class NativeConnection(Connection):
    """Through the Socket.IO door: positional, msgpack."""

    door = "native"
    __slots__ = ()

    def send(self, parcel: EncodedFrame) -> None:
        self.line.write(parcel.native)

    def answer(self, number: int | None, answer: Answer) -> None:
        if number is not None:
            self.line.write(packets.framed(packets.BINARY, packets.ack_packet(number, answer)))

    def tell(self, name: str, value: Json) -> None:
        self.line.write(packets.binary(packets.event_packet("s" if name == "snapshot" else name, value)))

    def snapshot(self, shown: Mapping[str, Json], schema: Schema, know: str | None) -> dict[str, Json]:
        return {**shown} if know == schema.hash else {**shown, "schema": schema.packed}

    def resumed(self, missed: Sequence[EncodedFrame]) -> list[Json]:
        return [parcel.positional for parcel in missed]


class JsonConnection(Connection):
    """Through the JSON door: names everywhere."""

    door = "json"
    __slots__ = ()

    def send(self, parcel: EncodedFrame) -> None:
        self.line.write(parcel.json)

    def answer(self, number: int | None, answer: Answer) -> None:
        if number is not None:
            self._write({"re": number, **answer})

    def tell(self, name: str, value: Json) -> None:
        self._write({"kind": name, **value})

    def snapshot(self, shown: Mapping[str, Json], schema: Schema, know: str | None) -> dict[str, Json]:
        plain = {part: schema.reader.document(part, msgspec.to_builtins(shown[part])) for part in _VIEWS}
        return {**shown, **plain} if know == schema.hash else {**shown, **plain, "schema": schema.body}

    def resumed(self, missed: Sequence[EncodedFrame]) -> list[Json]:
        return [told for parcel in missed for told in parcel.named()]

    def _write(self, body: Mapping[str, Json]) -> None:
        self.line.write(packets.text(packets.json_packet(body)))
