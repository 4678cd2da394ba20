"""The arena's Socket.IO server: default path, JSON packets, both long-polling and WebSocket (arena.md 7)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

from aiohttp import web
from engineio.packet import CLOSE, NOOP, Packet

from games.api import Refused
from server.doors.face import Unavailable

from .arena_room import ArenaRoom
from .arena_rooms import ArenaRooms
from .arena_socket import ArenaSocket
from .engine import Server
from .errors import ArenaError, NotYours
from .identity import player_of

Json = Any
log = logging.getLogger("paiju.arena")

JOIN_WITHIN_S: Final = 30.0
LINGER_S: Final = 0.3  # seconds for the client to read the disconnect before the transport ends
SPECTATORS: Final = 50


class Sockets:
    """The connected sockets, and the rooms they have joined."""

    def __init__(self, sio: Server, desks: ArenaRooms, address_of: Callable[[web.Request], str]) -> None:
        self._sio = sio
        self._desks = desks
        sio.eio.address_of = address_of
        self._in: dict[str, ArenaRoom] = {}
        self._late: dict[str, asyncio.TimerHandle] = {}
        self._sessions: dict[str, Any] = {}
        sio.on("connect", self._connect)
        sio.on("disconnect", self._disconnect)
        sio.on("joinRoom", self._join_room)
        sio.on("*", self._anything)

    async def _connect(self, sid: str, environ: dict[str, Any], auth: Json = None) -> bool:
        if environ is not self._sio.get_environ(sid):
            return False  # not a new socket, but an event with the name `connect`
        self._sessions[sid] = self._sio.eio.sockets.get(self._sio.manager.eio_sid_from_sid(sid, "/"))
        loop = asyncio.get_running_loop()
        self._late[sid] = loop.call_later(JOIN_WITHIN_S, lambda: self._desks.spawn(self._drop(sid)))
        return True

    async def _drop(self, sid: str) -> None:
        """Disconnect a socket that has not joined a room in time."""
        if sid not in self._in:
            await self.let_go(sid)

    async def let_go(self, sid: str) -> None:
        """Disconnect the socket and end its transport: otherwise nothing would answer a waiting poll."""
        session = self._sessions.get(sid)
        await self._sio.disconnect(sid)
        await asyncio.sleep(LINGER_S)
        if session is not None:
            session.queue.put_nowait(Packet(CLOSE))

    async def _disconnect(self, sid: str, *_: Json) -> None:
        if self._sio.manager.is_connected(sid, "/"):
            return  # not the end of a socket, but an event with the name `disconnect`
        session = self._sessions.pop(sid, None)
        if session is not None:
            session.queue.put_nowait(Packet(NOOP))  # without this, a waiting poll is answered only by the next ping
        if (late := self._late.pop(sid, None)) is not None:
            late.cancel()
        desk = self._in.pop(sid, None)
        if desk is not None and (socket := desk.sockets.get(sid)) is not None:
            await self._desks.lost(desk, socket)

    async def _join_room(self, sid: str, body: Json = None, *_: Json) -> Json:
        try:
            await self._enter(sid, body)
        except (ArenaError, Refused, Unavailable) as error:
            text = str(error) if isinstance(error, ArenaError) else "The server is busy, try again"
            await self._sio.emit("joinError", {"error": text}, to=sid)
            self._desks.spawn(self.let_go(sid))
            return {"ok": False, "error": text}
        except Exception:
            log.exception("joinRoom failed")
            self._desks.spawn(self.let_go(sid))
            return {"ok": False, "error": "The server has failed"}
        return {"ok": True}

    async def _enter(self, sid: str, body: Json) -> None:
        if not isinstance(body, dict) or not isinstance(body.get("roomId"), str):
            raise ArenaError("joinRoom needs a roomId")
        token = body.get("playerId")
        if token is not None and (not isinstance(token, str) or not 0 < len(token) <= 64):
            raise NotYours
        room = await self._desks.room(body["roomId"])
        desk = await self._desks.desk(room.id)
        await self._leave_other(sid, desk)
        async with desk.lock:
            await desk.learn()
            seat = desk.doc.seat_of(player_of(token)) if token is not None else None
            if token is not None and seat is None:
                raise NotYours
            if seat is None and sum(s.seat is None for s in desk.sockets.values()) >= SPECTATORS:
                raise ArenaError("There are too many spectators")
            if seat is not None and token and not any(s.seat == seat for s in desk.sockets.values()):
                await self._desks.connect(desk, player_of(token))
            await desk.drain()  # first send earlier events to the sockets that were here before
            self._in[sid] = desk
            known = desk.sockets.get(sid)
            decision = known.decision if known is not None and known.token == (token or "") else 0
            await desk.admit(ArenaSocket(sid, seat, token or "", decision))
            self._sio.eio.joined(self._sio.manager.eio_sid_from_sid(sid, "/"))
            if (late := self._late.pop(sid, None)) is not None:
                late.cancel()

    async def _leave_other(self, sid: str, desk: ArenaRoom) -> None:
        """Take the socket out of any other room: it is in only one."""
        other = self._in.get(sid)
        if other is not None and other is not desk:
            del self._in[sid]
            if (socket := other.sockets.get(sid)) is not None:
                await self._desks.lost(other, socket)

    async def _anything(self, name: str, sid: str, *_: Json) -> Json:
        return {"ok": False, "error": f"Unknown event {name[:48]}"}
