"""An echo with raw aiohttp WebSockets, msgpack and uvloop, without Socket.IO: the baseline for our edge."""

from __future__ import annotations

import argparse

import msgpack
from aiohttp import web

ROOMS: dict[str, Room] = {}


class Room:
    """Four members who echo to one another."""

    def __init__(self) -> None:
        self.members: list[object] = [None] * 4
        self.turn = 0
        self.number = 0

    def view(self) -> dict[str, object]:
        return {
            "seq": self.number, "cur": self.turn, "p": (self.turn + 3) % 4, "m": {"k": "play", "c": "R7"},
            "top": "R7", "col": "R", "n": [5, 7, 6, 4], "dir": 1,
        }  # fmt: skip

    def step(self) -> dict[str, object]:
        self.number += 1
        self.turn = (self.turn + 1) % 4
        return self.view()


async def handle(request: web.Request) -> web.WebSocketResponse:
    room = ROOMS.setdefault(request.query["room"], Room())
    socket = web.WebSocketResponse(compress=False)
    await socket.prepare(request)
    room.members[int(request.query["seat"])] = socket
    if all(room.members):
        await tell(room, room.view())
    async for message in socket:
        msgpack.unpackb(message.data)
        await tell(room, room.step())
    return socket


async def tell(room: Room, view: dict[str, object]) -> None:
    told = msgpack.packb(["e", view])
    for member in room.members:
        await member.send_bytes(told)


def serve(app: web.Application) -> None:
    import gc

    import uvloop

    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    port = parser.parse_args().port
    gc.collect()
    gc.freeze()
    web.run_app(
        app, host="127.0.0.1", port=port, print=None, access_log=None, loop=uvloop.new_event_loop(), backlog=4096
    )


if __name__ == "__main__":
    application = web.Application()
    application.router.add_get("/ws", handle)
    serve(application)
