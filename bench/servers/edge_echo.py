"""The echo of `raw_echo.py` through our edge: express lane, packets and sockets, with an echo in place of the rooms."""

from __future__ import annotations

from typing import Any

from aiohttp import web
from raw_echo import Room, serve

from server.base.metrics import Metrics
from server.doors import packets
from server.doors.connection import Connection
from server.doors.gate import rate_limits
from server.doors.gate.addresses import Addresses
from server.doors.gate.gatekeeper import Gatekeeper
from server.doors.gate.hosts_and_origins import Hosts
from server.doors.gate.rate_limits import Crowd
from server.doors.gate.tokens import Identity, Tokens
from server.doors.socketio.entrance import SocketIoEntrance
from server.doors.socketio.express_lane import ExpressLane
from server.doors.timeouts import Timeouts

rate_limits.RATE = rate_limits.BURST = 1e9


class EchoDoor:
    """Stands for our `Door`: groups of four members who echo to one another."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self._where: dict[Connection, Room] = {}
        self._tokens = Tokens(b"only for benchmarks")

    def identify(self, protocol: Any, token: Any, bot: Any = False, deals: Any = 0) -> Identity:
        return self._tokens.identify(token)

    def welcome(self, person: Connection, identity: Identity) -> None:
        person.tell("hello", {"token": identity.token})

    def closed(self, person: Connection) -> None:
        self._where.pop(person, None)

    def bad_packet(self) -> None:
        raise AssertionError("the load generator sends no bad packets")

    def received(self, person: Connection, kind: str, body: Any, number: int | None) -> None:
        person.socket.pay()
        if kind == "join":
            room = self._where[person] = self._rooms.setdefault(body["room"], Room())
            room.members[body["seat"]] = person
            if all(room.members):
                self._tell(room, room.view())
            return
        room = self._where[person]
        self._tell(room, room.step())

    def _tell(self, room: Room, view: dict[str, object]) -> None:
        frame = packets.binary(packets.event_packet("e", view))
        for member in room.members:
            member.socket.write(frame)


if __name__ == "__main__":
    gatekeeper = Gatekeeper(Hosts(()), Addresses(()), Crowd(100_000, 100_000))
    lane = ExpressLane(EchoDoor(), gatekeeper.addresses, Timeouts())  # type: ignore[arg-type]
    application = web.Application()
    application["metrics"] = Metrics()
    SocketIoEntrance(gatekeeper, lane.handle).add_to(application)
    serve(application)
