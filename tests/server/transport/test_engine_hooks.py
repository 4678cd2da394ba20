"""The private things of python-socketio, python-engineio and aiohttp that our engine relies on, one by one."""

from __future__ import annotations

import asyncio
import inspect

import engineio
import pytest
import socketio
from aiohttp.web_protocol import RequestHandler
from edge_driver import Serving, bare, official

from server.transport.engine import HOOKS, HookMissing, LeanManager, check_hooks
from server.transport.strict import StrictPacket
from tests.stores import until


@pytest.mark.parametrize("what", HOOKS)
def test_the_hook_is_there_as_we_use_it(what: str):
    check_hooks({what: HOOKS[what]})


@pytest.mark.parametrize("what", HOOKS)
def test_a_hook_that_has_gone_is_named_at_start(what: str):
    owner, name, takes = HOOKS[what]
    with pytest.raises(HookMissing, match="PAIJU_EDGE=stock"):
        check_hooks({what: (owner, f"{name}_renamed", takes)})
    with pytest.raises(HookMissing, match=name):
        check_hooks({what: (owner, name, (*takes, "more"))})


def test_a_private_place_that_has_gone_is_named_at_start():
    with pytest.raises(HookMissing, match=r"_payload_parser_renamed is not there.*PAIJU_EDGE=stock"):
        check_hooks({}, [(RequestHandler, "_payload_parser_renamed")])


def test_the_pinned_versions_are_installed():
    from importlib.metadata import requires, version

    pins = dict(r.split("==") for r in requires("paiju") or () if "==" in r and ("socketio" in r or "engineio" in r))
    assert pins == {"python-socketio": version("python-socketio"), "python-engineio": version("python-engineio")}


def test_the_server_builds_its_engine_by_the_hook():
    assert "_engineio_server_class" in inspect.getsource(socketio.AsyncServer.__mro__[1].__init__)


def test_the_library_makes_packets_as_ours_takes_them():
    """`packet_class(encoded_packet=...)` decodes, `.encode()` gives bytes."""
    packet = StrictPacket(0, data={"sid": "x"}, namespace="/")
    again = StrictPacket(encoded_packet=packet.encode())
    assert (again.packet_type, again.namespace, again.data) == (0, "/", {"sid": "x"})


def test_the_engine_tells_of_sessions_by_its_own_events():
    assert engineio.AsyncServer.event_names == ["connect", "disconnect", "message"]


async def test_the_manager_knows_who_is_connected_without_a_room_for_each(at: Serving):
    async with official(at), bare(at):
        lines = list(at.edge.door.people)
        assert len(lines) == 2
        manager = _manager(at)
        assert isinstance(manager, LeanManager)
        assert list(manager.rooms["/"]) == [None]
        assert len(manager.rooms["/"][None]) == 2
        assert not manager.pending_connect
    await until(lambda: not manager.rooms and not manager.pending_disconnect)


async def test_a_session_that_has_ended_leaves_nothing_in_the_libraries(at: Serving):
    async with official(at):
        server = _server(at)
        assert len(server.eio.sockets) == len(server.environ) == 1
    await until(lambda: not at.edge.door.people)
    assert not server.eio.sockets
    assert not server.environ
    assert not server.eio.service_task_handle, "no task of theirs looks after sockets"


async def test_an_idle_connection_has_one_task(at: Serving):
    """The library has six: reader, its wait, writer, its wait, ping, handler."""
    async with bare(at):
        before = len(asyncio.all_tasks())
        async with bare(at):
            # aiohttp gives each connection a protocol task and a request task; the client has none.
            assert len(asyncio.all_tasks()) - before == 2


def _server(at: Serving):
    (route,) = [
        r for r in at.edge.app.router.routes() if r.resource and r.resource.canonical == "/ws" and r.method == "GET"
    ]
    return route.handler.__self__._server


def _manager(at: Serving):
    return _server(at).manager
