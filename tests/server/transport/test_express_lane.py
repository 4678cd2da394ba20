"""The express lane: our driver keeps what engine.io's reader and writer guaranteed."""

from __future__ import annotations

import ast
import asyncio
import base64
import gc
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import engineio
import msgpack
import pytest
import socketio
from aiohttp import web

from server.doors import packets
from server.doors.socketio import express_lane
from server.doors.socketio.express_lane import ExpressLane
from server.doors.socketio.stock_server import Clients, StrictPacket
from server.doors.strict_decoding import PACKET_LIMIT
from tests.server.transport.edge_driver import CREATE, Serving, bare, entrance_of, official, owner
from tests.server.transport.raw_socket import (
    BINARY,
    CLOSE,
    PING,
    PONG,
    connect,
    event,
    frame,
    packet,
    raw_socket,
    request,
)
from tests.support.stores import until

TRANSPORT = Path(express_lane.__file__).parent


def lane(at: Serving) -> ExpressLane:
    found = owner(entrance_of(at)._door)
    assert isinstance(found, ExpressLane)
    return found


def kept(at: Serving) -> dict[str, int]:
    """What the libraries know of clients."""
    sio = lane(at).sio
    manager = sio.manager
    return {
        "sockets": len(sio.eio.sockets),
        "environs": len(sio.environ),
        "rooms": len(manager.rooms),
        "pending": len(getattr(manager, "pending_connect", ())) + len(manager.pending_disconnect),
        "callbacks": len(manager.callbacks),
        "pinged": sum(len(slot) for slot in lane(at).lives.pings._slots),
    }


NOTHING = {"sockets": 0, "environs": 0, "rooms": 0, "pending": 0, "callbacks": 0, "pinged": 0}


# --- what we take of other people's packages ---


def test_the_table_of_drivers_is_the_only_private_name_of_another_package_in_use():
    private = set()
    for path in TRANSPORT.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
                own = (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")) or _is_ours(node)
                if not own:
                    private.add((path.name, node.attr))
            elif isinstance(node, ast.ImportFrom):
                private.update((path.name, part) for part in (node.module or "").split(".") if part.startswith("_"))
    private -= {(path.name, "__future__") for path in TRANSPORT.glob("*.py")}
    assert private == {("express_lane.py", "_async")}


def _is_ours(node: ast.Attribute) -> bool:
    """`Door._create`, `super()._x`: a name of the same module's own class."""
    return isinstance(node.value, ast.Name) and node.value.id == "Door"


def test_an_engine_without_drivers_is_named_at_start():
    with pytest.raises(RuntimeError, match="PAIJU_EDGE=stock"):
        ExpressLane.__new__(ExpressLane)._drive(SimpleNamespace())


def test_the_drivers_of_other_servers_of_the_process_are_left_alone(at: Serving):
    import socketio

    other = socketio.AsyncServer(async_mode="aiohttp")
    assert other.eio._async is not lane(at).sio.eio._async
    assert other.eio._async["websocket"].__module__ == "engineio.async_drivers.aiohttp"


def test_the_library_makes_packets_as_ours_takes_them():
    """`packet_class(encoded_packet=...)` decodes, `.encode()` gives bytes."""
    made = StrictPacket(0, data={"sid": "x"}, namespace="/")
    again = StrictPacket(encoded_packet=made.encode())
    assert (again.packet_type, again.namespace, again.data) == (0, "/", {"sid": "x"})


# --- beginning ---


async def test_connected_is_said_before_hello_and_hello_before_any_answer(at: Serving):
    """All that a client sends in one write before it has heard anything."""
    async with raw_socket(at.port, request() + connect() + event("time", number=1) + frame(CLOSE)) as ann:
        assert await ann.status() == 101
        opened, connected, hello, answer, code = await ann.rest()
    assert json.loads(opened[1:])["maxPayload"] == PACKET_LIMIT
    assert (connected["type"], hello["data"][0], answer["type"], answer["id"]) == (0, "hello", 3, 1)
    assert code == 1000


@pytest.mark.parametrize("first", [event("time", number=1), packet(type=0, nsp="/admin") + connect()])
async def test_an_event_before_the_greeting_ends_the_socket_and_reaches_nobody(at: Serving, first: bytes, monkeypatch):
    monkeypatch.setattr(at.edge.door, "received", lambda *_: pytest.fail("the door was reached"))
    async with raw_socket(at.port, request() + first) as mallory:
        assert await mallory.status() == 101
        assert (await mallory.rest())[-1] == 1008
    await until(lambda: kept(at) == NOTHING)


async def test_who_connects_twice_is_cut(at: Serving):
    async with raw_socket(at.port, request() + connect() + connect()) as mallory:
        await mallory.status()
        _, _, hello, code = await mallory.rest()
    assert (hello["data"][0], code) == ("hello", 1008)


async def test_a_client_that_is_refused_may_try_again(at: Serving):
    async with raw_socket(at.port, request() + connect(protocol=9) + connect() + frame(CLOSE)) as ann:
        await ann.status()
        _, refused, connected, hello, _ = await ann.rest()
    assert (refused["type"], refused["data"]["message"]) == (4, "protocol.unsupported")
    assert (connected["type"], hello["data"][0]) == (0, "hello")


async def test_who_is_refused_too_often_is_cut(at: Serving):
    async with raw_socket(at.port, request() + connect(protocol=9) * 80) as mallory:
        await mallory.status()
        assert (await mallory.rest())[-1] == 1008


async def test_a_session_has_no_task(at: Serving):
    """The library has six: reader, its wait, writer, its wait, ping, handler."""
    async with bare(at):
        before = len(asyncio.all_tasks())
        async with bare(at):
            # aiohttp gives each connection a protocol task and a request task; the client has none.
            assert len(asyncio.all_tasks()) - before == 2


async def test_the_environ_is_small(at: Serving):
    async with bare(at, headers={f"X-{n}": "x" * 100 for n in range(30)}):
        (environ,) = lane(at).sio.environ.values()
        assert len(environ) == 6


# --- receiving ---


async def test_a_packet_may_be_as_large_as_the_handshake_says_and_no_larger(at: Serving):
    def sized(size: int) -> bytes:
        def packed(last: int) -> bytes:
            body = {**{str(n): "x" * 1000 for n in range(15)}, "15": "x" * last}
            return msgpack.packb({"type": 2, "nsp": "/", "id": 1, "data": ["time", body]})

        return packed(500 + size - len(packed(500)))

    async with bare(at) as ann:
        assert len(sized(PACKET_LIMIT)) == PACKET_LIMIT
        await ann.send(sized(PACKET_LIMIT))
        assert (await ann.next())["id"] == 1
        await ann.send(sized(PACKET_LIMIT + 1))
        assert await ann.ended() == 1009


async def test_messages_may_come_in_fragments(at: Serving):
    def fragments(whole: bytes) -> bytes:
        payload = whole[6:]
        return frame(BINARY, payload[:9], fin=False) + frame(0, payload[9:])

    async with raw_socket(at.port, request() + fragments(connect()) + fragments(event("time", number=5))) as ann:
        await ann.status()
        for _ in range(3):
            await ann.next()
        _, answer = await ann.next()
        assert msgpack.unpackb(answer)["id"] == 5


async def test_text_never_goes_round_the_lane_into_the_library(at: Serving):
    """`b` and base64 is a packet to engine.io: it would reach a handler of the library's, past bucket and order."""
    called = []
    lane(at).sio.on("*", lambda *given: called.append(given))
    packed = base64.b64encode(msgpack.packb({"type": 2, "nsp": "/", "data": ["time", {}]})).decode()
    for text in (f"b{packed}", f"4{packed}", '42["time"]', "5", "6", "2probe"):
        async with bare(at) as mallory:
            await mallory.ws.send_str(text)
            assert await mallory.ended() == 1008
    assert called == []


async def test_a_ping_of_the_websocket_is_answered_and_a_flood_of_them_ends_it(at: Serving, monkeypatch):
    given, pong = [], packets.pong

    def seen(payload: bytes) -> bytes:
        given.append(type(payload))
        return pong(payload)

    monkeypatch.setattr(packets, "pong", seen)
    async with raw_socket(at.port, request() + connect() + frame(PING, b"?")) as ann:
        await ann.status()
        frames = [await ann.next() for _ in range(4)]
        assert frames[3] == (PONG, b"?")
        assert given == [bytes], "aiohttp has it as a bytearray, which compiled code refuses"
        for kind in (PING, PONG):
            async with raw_socket(at.port, request() + connect() + frame(kind) * 200) as mallory:
                await mallory.status()
                assert (await mallory.rest())[-1] == 1008


LIBRARIES = tuple(str(Path(library.__file__).parent) for library in (socketio, engineio))


async def test_an_event_passes_through_nothing_of_the_library(at: Serving):
    """Except for the four of its coroutines that wait for the end of the session, through which every wake passes."""
    async with bare(at) as ann:
        await ann.ask("time")
        seen: set[str] = set()

        def note(stack, what, _):
            if what == "call" and stack.f_code.co_filename.startswith(LIBRARIES):
                seen.add(stack.f_code.co_name)

        sys.setprofile(note)
        try:
            await ann.ask("time")
        finally:
            sys.setprofile(None)
        assert seen <= {"handle_request", "_handle_connect", "handle_get_request", "_upgrade_websocket"}


# --- ending ---


async def test_a_client_that_disconnects_or_closes_is_let_go_at_once(at: Serving):
    for last in (packet(type=1, nsp="/"), frame(1, b"1"), frame(CLOSE)):
        async with raw_socket(at.port, request() + connect() + last) as ann:
            await ann.status()
            assert (await ann.rest())[-1] == 1000
        await until(lambda: kept(at) == NOTHING and not at.edge.door.people)


@pytest.mark.parametrize(
    "broken",
    [{"Sec_WebSocket_Key": "x"}, {"Sec_WebSocket_Key": None}, {"Sec_WebSocket_Version": "9"},
     {"Connection": "close"}, {"Connection": None}, {"Upgrade": "h2c"}],
)  # fmt: skip
async def test_fifty_bad_handshakes_leave_nothing_behind(at: Serving, broken: dict[str, str | None]):
    tasks = len(asyncio.all_tasks())
    for _ in range(50):
        async with raw_socket(at.port, request(**broken)) as mallory:
            assert await mallory.status() == 400
    await until(lambda: len(asyncio.all_tasks()) <= tasks)
    assert kept(at) == NOTHING


async def test_a_client_that_is_gone_before_its_session_begins_leaves_nothing_behind(at: Serving, monkeypatch):
    prepare = web.WebSocketResponse.prepare

    async def gone(self, request):
        made = await prepare(self, request)
        request.transport.abort()
        await until(lambda: request.transport is None)
        return made

    monkeypatch.setattr(web.WebSocketResponse, "prepare", gone)
    with pytest.raises(ConnectionError, match="1006"):
        async with bare(at):
            pass
    await until(lambda: kept(at) == NOTHING)


async def test_whatever_fails_leaves_nothing_behind(at: Serving, monkeypatch, caplog):
    def fails(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(express_lane, "_take_over", fails)
    async with bare(at, connect=False) as ann:
        assert await ann.ended() == 1011
    await until(lambda: kept(at) == NOTHING)
    assert "a connection failed" in caplog.text


async def test_the_library_can_end_a_session_and_does_not_wait_for_ever(at: Serving):
    """It waits until all of its queue has been taken."""
    async with bare(at) as ann:
        eio = lane(at).sio.eio
        (sid,) = eio.sockets
        async with asyncio.timeout(2):
            await eio.disconnect(sid)
        assert await ann.next() == "1"
        assert await ann.ended() == 1000
    await until(lambda: kept(at) == NOTHING and not at.edge.door.people)


async def test_who_leaves_while_the_store_answers_is_forgotten_when_it_has(at: Serving, valkey):
    async with raw_socket(at.port, request() + connect()) as ann:
        await until(lambda: at.edge.door.people)
        valkey.freeze()
        (person,) = at.edge.door.people
        ann.writer.write(event("create", CREATE, number=7))
        await until(lambda: person.socket.busy)
        ann.reset()
        await until(lambda: not person.socket.open)
        for _ in range(20):
            await asyncio.sleep(0)
        assert person in at.edge.door.people, "what was asked is still being done"
        valkey.thaw()
        await until(lambda: kept(at) == NOTHING and not at.edge.door.people)


async def test_what_only_the_handshake_needed_is_not_kept(at: Serving):
    """A queue for each connection would cost 3 KB, the headers of its answer another one."""
    async with official(at), bare(at):
        assert len({id(session.queue) for session in lane(at).sio.eio.sockets.values()}) == 1
        opened = [
            ws for ws in gc.get_objects() if isinstance(ws, web.WebSocketResponse) and ws.prepared and not ws.closed
        ]
        assert len(opened) == 2
        assert not any(ws.headers for ws in opened)


async def test_a_client_that_has_gone_is_known_to_nobody(at: Serving):
    async with official(at), bare(at):
        assert kept(at) == {**NOTHING, "sockets": 2, "environs": 2, "rooms": 1, "pinged": 2}
        assert not lane(at).sio.eio.service_task_handle, "no task of theirs looks after sockets"
    await until(lambda: kept(at) == NOTHING and not at.edge.door.people)


@pytest.mark.parametrize("crowd", [50, 5_000])
async def test_leaving_costs_the_same_in_any_crowd(crowd: int):
    """In calls of functions. The library's own manager makes two for each client who stays."""
    made = iter(range(10_000))
    manager = Clients()
    manager.set_server(
        SimpleNamespace(eio=SimpleNamespace(generate_id=lambda: f"s{next(made)}"), packet_class=StrictPacket)
    )
    for n in range(crowd):
        await manager.connect(f"e{n}", "/")
    calls = 0

    def count(*_):
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    manager.pre_disconnect("s7", "/")
    manager.basic_disconnect("s7", "/")
    sys.setprofile(None)
    assert calls < 80
    assert len(manager.rooms["/"][None]) == crowd - 1
    assert manager.sid_from_eio_sid("e7", "/") is None
