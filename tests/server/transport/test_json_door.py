"""The JSON door says what the native door says, with names; the same limits hold."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

import aiohttp
import pytest

from server.doors.gate.rate_limits import BURST, OVERDRAFT
from server.doors.strict_decoding import PACKET_LIMIT
from server.doors.timeouts import Timeouts
from server.protocol.apply_patch import patched
from server.protocol.schema import schema_of
from server.rooms.room_view import ROOM_EVENTS, RoomView
from server.store.store import Store
from tests.server.transport.edge_driver import CREATE, Refusal, Serving, json_client, official, serving
from tests.support.stores import until


def patched_by_name(old: Any, patch: list[Any] | None) -> Any:
    """What a client of the JSON door makes of a patch."""
    if patch is None:
        return old
    new = dict(old or {})
    for field, op, *operands in patch:
        if field is None:
            new = operands[0]
        elif op == "set":
            new[field] = operands[0]
        elif op == "splice":
            removed, appended = operands
            new[field] = [x for i, x in enumerate(new[field]) if i not in removed] + appended
        else:
            items = list(new[field])
            for index, inner in operands[0]:
                items[index] = patched_by_name(items[index], inner)
            new[field] = items
    return new


async def test_a_whole_game_seen_through_both_doors_is_the_same(at: Serving):
    """One seat's owner watches by both forms: every frame, applied in either, leads to the same table."""
    async with json_client(at) as ann, official(at) as ben, official(at) as eve, json_client(at) as ivy:
        code = (await ann.ask("create", **CREATE))["code"]
        mine = await ann.ask("enter", room=code)
        await ben.ask("enter", room=code, name="Ben", sit=True)
        positional = await eve.ask("enter", room=code, name="Eve")
        named = await ivy.ask("enter", room=code, name="Ivy")
        reader = schema_of(next(iter(at.rooms.games.values())), RoomView, ROOM_EVENTS).reader
        assert named["schema"] == positional["schema"]
        for who in (ann, ben):
            await who.ask("ready", on=True)
        await ann.ask("start")
        (own,) = await ann.inbox.first("own")
        assert own["own"][0][1] == "set"
        assert {"hand", "playable"} & own["own"][0][2].keys()
        for number in range(1, 8):
            for who in (ann, ben):
                with contextlib.suppress(Refusal):  # whose turn it is not
                    await who.ask("act", n=number, action={"type": "draw"})
        last = (await ben.ask("sync"))["cursor"][0]
        await until(lambda: eve.inbox.of("f")[-1][0] == last and ivy.inbox.of("frame")[-1][0]["pub"] == last)

        room, table = (reader.document(part, positional[part]) for part in ("room", "table"))
        for f in eve.inbox.of("f"):
            if f[0] > positional["cursor"][0]:
                frame = reader.frame(f)
                room, table = patched(room, frame["room"]), patched(table, frame["table"])
        named_room, named_table = named["room"], named["table"]
        for (f,) in ivy.inbox.of("frame"):
            if f["pub"] > named["cursor"][0]:
                named_room = patched_by_name(named_room, f["room"])
                named_table = patched_by_name(named_table, f["table"])
        assert (room, table) == (named_room, named_table)
        whole = await ivy.ask("sync")
        assert (whole["room"], whole["table"]) == (named_room, named_table)
        assert mine["seat"] == 0


async def test_what_was_missed_comes_with_names(at: Serving):
    async with json_client(at) as ann:
        code = (await ann.ask("create", **CREATE))["code"]
        shown = await ann.ask("enter", room=code)
        await ann.ask("say", text="hi  there\u202e")
        missed = await ann.ask("sync", cursor=shown["cursor"])
        assert missed["resumed"]
        (frame,) = missed["frames"]
        assert frame["kind"] == "frame"
        assert frame["events"] == [{"type": "said", "seat": 0, "name": "Ann", "what": 2, "text": "hi there"}]


async def test_a_seat_taken_over_from_the_other_door_is_told(at: Serving):
    async with json_client(at) as ann:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        async with official(at, ann.token) as browser:
            await browser.ask("enter", room=code)
            assert await ann.inbox.first("gone") == [{"code": "seat.elsewhere"}]


async def test_the_first_message_says_hello(at: Serving):
    async with aiohttp.ClientSession() as session:
        for first, code in (
            ({"kind": "time", "id": 3}, "hello.first"),
            ({"kind": "hello", "id": 3}, "message.malformed"),
            ({"kind": "hello", "id": 3, "protocol": 2}, "protocol.unsupported"),
        ):
            async with session.ws_connect(f"{at.url}/api/v1/ws") as ws:
                await ws.send_json(first)
                answer = await ws.receive_json(timeout=5)
                assert (answer["re"], answer["refused"]["code"]) == (3, code)
                assert (await ws.receive(timeout=5)).type is aiohttp.WSMsgType.CLOSE
                assert ws.close_code == 1008


@pytest.mark.parametrize(
    "text",
    ["", "x", "[]", "null", "7", '"hello"', "{", '{"kind":"hello","protocol":1}}', '{"id":"x","kind":"hello"}',
     '{"id":1.5}', '{"id":-1}', '{"a":' * 3000, "[" * 16000, '{"a":"\ud800"}', '{"kind":"hello","protocol":NaN}'],
)  # fmt: skip
async def test_anything_but_a_json_object_ends_the_connection(at: Serving, text: str, caplog):
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{at.url}/api/v1/ws") as ws:
        try:
            await ws.send_str(text)
        except UnicodeEncodeError:
            await ws.send_frame(text.encode("utf-8", "surrogatepass"), aiohttp.WSMsgType.TEXT)
        await ws.receive(timeout=5)
        assert ws.close_code in (1007, 1008)
    assert len(caplog.text) < 200


async def test_binary_and_oversize_end_it(at: Serving):
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(f"{at.url}/api/v1/ws") as ws:
            await ws.send_bytes(b"{}")
            await ws.receive(timeout=5)
            assert ws.close_code == 1008
        async with session.ws_connect(f"{at.url}/api/v1/ws") as ws:
            await ws.send_str(json.dumps({"kind": "hello", "token": "x" * 20_000}))
            await ws.receive(timeout=5)
            assert ws.close_code == 1009


async def test_who_does_not_say_hello_must_go(store: Store):
    async with (
        serving(store, timeouts=Timeouts(patience=0.1)) as at,
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{at.url}/api/v1/ws") as ws,
    ):
        await ws.receive(timeout=5)
        assert ws.close_code == 4401


async def test_a_client_that_only_listens_stays_as_long_as_it_answers_pings(store: Store):
    async with serving(store, timeouts=Timeouts(ping_interval=0.4, ping_timeout=0.2)) as at, json_client(at) as ann:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        await asyncio.sleep(2.5)  # six pings, and nothing else
        assert (await ann.ask("sync"))["room"]["code"] == code


async def test_pings_are_answered_and_the_silent_are_cut(store: Store):
    async with (
        serving(store, timeouts=Timeouts(ping_interval=0.4, ping_timeout=0.2)) as at,
        json_client(at) as lively,
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{at.url}/api/v1/ws", autoping=False) as silent,
    ):
        await silent.send_json({"kind": "hello", "protocol": 1})
        while (await silent.receive(timeout=5)).type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.PING):
            pass
        assert "time" in await lively.ask("time")


async def test_floods_are_refused_then_ended(at: Serving):
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{at.url}/api/v1/ws") as ws:
        await ws.send_json({"kind": "hello", "protocol": 1})
        for number in range(int(BURST + OVERDRAFT) + 40):
            await ws.send_json({"id": number, "kind": "time"})
        codes = [m.json().get("refused", {}).get("code") async for m in ws]
        assert codes.count("rate.limited") > OVERDRAFT - 5
        assert ws.close_code == 1008


@pytest.mark.parametrize(("size", "heard"), [(PACKET_LIMIT, "hello"), (PACKET_LIMIT + 1, 1009)])
async def test_a_message_may_have_16_kb_and_no_more(at: Serving, size: int, heard: str | int):
    """The same as through the native door."""
    head, tail = '{"kind": "hello", "protocol": 1, "padding": "', '"}'
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{at.url}/api/v1/ws") as ws:
        await ws.send_str(head + "x" * (size - len(head) - len(tail)) + tail)
        message = await ws.receive(timeout=5)
    told = json.loads(message.data)["kind"] if message.type is aiohttp.WSMsgType.TEXT else message.data
    assert told == heard
