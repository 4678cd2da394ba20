"""The Socket.IO door: python-socketio with its holes closed and without its scheduling.

Everything that touches what python-socketio, python-engineio and aiohttp do not promise to keep is named in `HOOKS` and
`PLACES` and checked at start; their versions are pinned. What stays theirs: the protocol's connection handling and the
client manager. What is ours: receiving (in the moment of arrival, one message of a line at a time, limits before
decoding), sending (straight to the transport, bounded), pings (one timer for all).
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

import engineio
import msgspec
import socketio
from aiohttp import WSMsgType, web
from aiohttp.web_protocol import RequestHandler
from bidict import ValueDuplicationError
from socketio import packet
from socketio.exceptions import ConnectionRefusedError as Rejected

from games.api import Refused
from server.wire import packets
from server.wire.strict import PACKET_LIMIT, BadPacket, decode

from .connection import NativeConnection
from .door import PROTOCOL, Door
from .hosts import Entrance
from .inbox import DirectWebSocket, Inbox
from .line import Pace
from .native_line import NativeLine
from .pulse import Pulse
from .strict import StrictPacket

log = logging.getLogger("paiju.engine")

_OPEN, _CLOSE, _PING, _PONG = "0", "1", b"2", "3"
_UNAUTHENTICATED: Final = 4401
_POLICY: Final = 1008
_OURS: Final = 1011
_NOT_PINNED: Final = (
    "this version of the library is not the pinned one. Install the pinned versions, or set PAIJU_EDGE=stock."
)
_NOT_MSGPACK: Final = packets.text(b'44{"message":"protocol.msgpack_only"}')

HOOKS: Final[Mapping[str, tuple[Any, str, tuple[str, ...]]]] = {
    "engine class": (socketio.AsyncServer, "_engineio_server_class", ("self",)),
    "connect": (socketio.AsyncServer, "_handle_connect", ("self", "eio_sid", "namespace", "data")),
    "disconnect": (socketio.AsyncServer, "_handle_disconnect", ("self", "eio_sid", "namespace", "reason")),
    "sending": (socketio.AsyncServer, "_send_packet", ("self", "eio_sid", "pkt")),
    "engine events": (engineio.AsyncServer, "_trigger_event", ("self", "event", "args", "kwargs")),
    "requests": (engineio.AsyncServer, "handle_request", ("self", "args", "kwargs")),
    "pre_connect": (socketio.AsyncManager, "pre_connect", ("self", "eio_sid", "namespace")),
    "forgetting": (socketio.AsyncManager, "basic_disconnect", ("self", "sid", "namespace", "kwargs")),
    "websockets": (web.WebSocketResponse, "_post_start", ("self", "request", "protocol", "writer")),
    "messages": (Inbox.__base__, "feed_data", ("self", "data", "size")),
    "parsers": (RequestHandler, "set_parser", ("self", "parser", "data_received_cb")),
    "rooms": (socketio.AsyncManager, "basic_leave_room", ("self", "sid", "namespace", "room")),
    "entering": (socketio.AsyncManager, "basic_enter_room", ("self", "sid", "namespace", "room", "eio_sid")),
}
PLACES: Final[Sequence[tuple[Any, str]]] = (
    (RequestHandler, "_payload_parser"),
    (RequestHandler, "_message_tail"),
    (Inbox.__base__, "_buffer"),
)
"""Private places that are read or written, too."""


class HookMissing(RuntimeError):
    """A library has changed under us. PAIJU_EDGE=stock runs without our hooks, slower."""


def check_hooks(
    hooks: Mapping[str, tuple[Any, str, tuple[str, ...]]] = HOOKS, places: Sequence[tuple[Any, str]] = PLACES
) -> None:
    """Every private thing that this module relies on is there and takes what we give it."""
    for owner, name in places:
        if not hasattr(owner, name):
            raise HookMissing(f"{owner.__module__}.{owner.__qualname__}.{name} is not there: {_NOT_PINNED}")
    for what, (owner, name, expected) in hooks.items():
        found = getattr(owner, name, None)
        takes = tuple(inspect.signature(found).parameters) if found is not None else None
        if takes != expected:
            raise HookMissing(
                f"{owner.__module__}.{owner.__qualname__}.{name} ({what}) takes {takes}, not {expected}: {_NOT_PINNED}"
            )


class LeanManager(socketio.AsyncManager):  # type: ignore[misc]  # the library has no types
    """Knows who is connected, but makes no room of one for each client: leaving then costs the same for all."""

    async def pre_connect(self, eio_sid: str, namespace: str) -> str | None:
        sid: str = self.server.eio.generate_id()
        try:
            self.basic_enter_room(sid, namespace, None, eio_sid=eio_sid)
        except ValueDuplicationError:
            return None
        self.pending_connect.setdefault(namespace, []).append(sid)
        return sid

    def basic_disconnect(self, sid: str, namespace: str, **_: Any) -> None:
        self.basic_leave_room(sid, namespace, None)
        for pending in (self.pending_connect, self.pending_disconnect):
            if sid in pending.get(namespace, ()):
                pending[namespace].remove(sid)
                if not pending[namespace]:
                    del pending[namespace]


class LeanEngine(engineio.AsyncServer):  # type: ignore[misc]
    """engine.io over WebSockets alone."""

    def set_up(self, server: LeanServer) -> None:
        self._server = server
        self.pulse = Pulse(packets.text(_PING), self.ping_interval, self.ping_timeout)

    async def handle_request(self, request: web.Request) -> web.StreamResponse:
        entrance = self._server.entrance
        address = entrance.admit(request)
        try:
            return await self._session(request, address)
        finally:
            entrance.leave(address)

    async def _session(self, request: web.Request, address: str) -> web.StreamResponse:
        query = request.query
        if query.get("EIO") != "4" or query.get("transport") != "websocket" or "sid" in query:
            return web.json_response({"code": 0, "message": "engine.io 4 over websocket only"}, status=400)
        ws = DirectWebSocket(PACKET_LIMIT)
        await ws.prepare(request)
        transport = request.transport
        if transport is None:
            return ws
        door = self._server.door
        line = NativeLine(self.generate_id(), address, transport, door.received, door.bad_packet)
        ws.inbox.deal = line.deal
        self.sockets[line.sid] = line
        line.write(self._opening(line.sid))
        await self._trigger_event("connect", line.sid, {"paiju.line": line})
        leave_pulse = self.pulse.join(line)
        strangers = asyncio.get_running_loop().call_later(self._server.patience, self._server.dismiss, line)
        try:
            await self._receive(ws, line)
        except BadPacket:
            # What the peer has sent is neither shown nor logged: it could be anything, and as much as he likes.
            self._server.door.bad_packet()
            line.say_goodbye(_POLICY, "bad packet")
        except Exception:
            log.exception("a connection failed")
            line.say_goodbye(_OURS, "failed")
        finally:
            strangers.cancel()
            leave_pulse()
            try:
                await line.idle()
            finally:
                line.closed = True
                line.ended()
                del self.sockets[line.sid]
                await self._trigger_event("disconnect", line.sid, self.reason.TRANSPORT_CLOSE)
        return ws

    async def _receive(self, ws: web.WebSocketResponse, line: NativeLine) -> None:
        """Deal with what could not be dealt with when it arrived; returns when the line has ended."""
        while line.open:
            message = await ws.receive()
            line.alive = True
            await line.idle()
            if not line.open:
                return
            if message.type is WSMsgType.BINARY:
                if line.person is not None:
                    line.take(line.person, message.data)
                else:
                    await self._server.came(line, message.data)
            elif message.type is WSMsgType.CLOSE:
                await ws.close(drain=False)
                return
            elif message.type is not WSMsgType.TEXT or message.data == _CLOSE:
                return
            elif message.data == _PONG:
                # A pong costs as little as anything can, but a million of them do cost.
                if line.bucket.take() < 0:
                    raise BadPacket("too many pongs")
            else:
                if message.data.startswith("40"):
                    line.write(_NOT_MSGPACK)
                raise BadPacket("text where msgpack is spoken")

    def _opening(self, sid: str) -> bytes:
        about = {
            "sid": sid,
            "upgrades": [],
            "pingInterval": int(self.ping_interval * 1000),
            "pingTimeout": int(self.ping_timeout * 1000),
            "maxPayload": PACKET_LIMIT,
        }
        return packets.text(_OPEN.encode() + msgspec.json.encode(about))


class LeanServer(socketio.AsyncServer):  # type: ignore[misc]
    """Socket.IO for one namespace, whose events all go to the door."""

    def __init__(self, door: Door, entrance: Entrance, pace: Pace) -> None:
        check_hooks()
        super().__init__(
            async_mode="aiohttp",
            serializer=StrictPacket,
            client_manager=LeanManager(),
            async_handlers=False,
            transports=["websocket"],
            namespaces=["/"],
            ping_interval=pace.ping_interval,
            ping_timeout=pace.ping_timeout,
            max_http_buffer_size=PACKET_LIMIT,
            monitor_clients=False,
            logger=logging.getLogger("socketio"),
            engineio_logger=logging.getLogger("engineio"),
        )
        self.door = door
        self.entrance = entrance
        self.patience = pace.patience
        self.eio.set_up(self)
        self.on("connect", self._came)

    def _engineio_server_class(self) -> type[LeanEngine]:
        return LeanEngine

    def dismiss(self, line: NativeLine) -> None:
        """He has had time enough to say who he is."""
        if line.person is None:
            line.say_goodbye(_UNAUTHENTICATED, "authentication timeout")

    async def came(self, line: NativeLine, data: bytes) -> None:
        """The first packet on a line says who is there."""
        kind, body, _ = decode(data)
        if kind == packet.CONNECT:
            if line.bucket.take():
                raise BadPacket("trying too often")
            await self._handle_connect(line.sid, "/", body)
            self._greet(line)
        elif kind == packet.DISCONNECT:
            line.say_goodbye(1000, "disconnected")
        else:
            raise BadPacket("an event before the connection")

    async def _came(self, sid: str, environ: Mapping[str, Any], auth: Mapping[str, Any] | None) -> None:
        """The library's `connect` event: say no here, and the client is told why."""
        line: NativeLine = environ["paiju.line"]
        given = auth or {}
        try:
            line.identity = self.door.identify(given.get("protocol", PROTOCOL), given.get("token"), given.get("bot"))
        except Refused as refused:
            raise Rejected(refused.code, {"code": refused.code, **refused.params}) from None

    def _greet(self, line: NativeLine) -> None:
        """After the library has told the client that it is connected, or why it is not."""
        identity, line.identity = line.identity, None
        if identity is not None:
            line.person = NativeConnection(line, line.address, identity.player)
            self.door.welcome(line.person, identity)

    async def _handle_disconnect(self, eio_sid: str, namespace: str, reason: str | None = None) -> None:
        environ = self.environ.get(eio_sid)
        await super()._handle_disconnect(eio_sid, namespace, reason)
        person = environ["paiju.line"].person if environ else None
        if person is not None:
            self.door.closed(person)

    async def _send_packet(self, eio_sid: str, pkt: StrictPacket) -> None:
        line = self.eio.sockets.get(eio_sid)
        if line is not None:
            line.write(packets.binary(pkt.encode()))
