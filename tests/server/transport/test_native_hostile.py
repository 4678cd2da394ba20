"""How the native door treats malicious clients (reliability S6, S7, S12, S14; measured there in 4)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import struct

import aiohttp
import msgpack
import pytest

from server.doors.client_socket import BYTES_LIMIT, FRAMES_LIMIT
from server.doors.gate.rate_limits import BURST, OVERDRAFT, STRIKES
from server.doors.socketio.advice import ADVICE
from server.doors.timeouts import Timeouts
from server.store.store import Store
from tests.server.transport.edge_driver import CREATE, Refusal, Serving, bare, official, serving
from tests.support.stores import until

CONNECT = {"type": 0, "nsp": "/", "data": None}


def packed(**packet) -> bytes:
    return msgpack.packb(packet)


BAD = {
    "empty": b"",
    "one byte": b"\xc1",
    "truncated map": b"\x85\xa4type",
    "an array": msgpack.packb([2, "/", ["act"]]),
    "a number": b"\x01",
    "a string": msgpack.packb("hello"),
    "no type": packed(nsp="/", data=["time"]),
    "no namespace": packed(type=2, data=["time"]),
    "another namespace": packed(type=2, nsp="/admin", data=["time"]),
    "type as text": packed(type="2", nsp="/", data=["time"]),
    "type as bool": packed(type=True, nsp="/", data=["time"]),
    "type as float": packed(type=2.0, nsp="/", data=["time"]),
    "unknown type": packed(type=7, nsp="/", data=["time"]),
    "negative type": packed(type=-1, nsp="/", data=["time"]),
    "connect error": packed(type=4, nsp="/", data={}),
    "binary event": packed(type=5, nsp="/", data=["time", {"_placeholder": True, "num": 0}]),
    "binary ack": packed(type=6, nsp="/", data=[]),
    "ack that nobody asked for": packed(type=3, nsp="/", id=1, data=[]),
    "no event": packed(type=2, nsp="/", data=[]),
    "event data no list": packed(type=2, nsp="/", data={"0": "time"}),
    "event without data": packed(type=2, nsp="/"),
    "event name no text": packed(type=2, nsp="/", data=[1, {}]),
    "event name null": packed(type=2, nsp="/", data=[None]),
    "event name bytes": packed(type=2, nsp="/", data=[b"time"]),
    "event name huge": packed(type=2, nsp="/", data=["x" * 49]),
    "too many arguments": packed(type=2, nsp="/", data=["time", {}, {}]),
    "connect": packed(type=2, nsp="/", data=["connect", {}, {}]),
    "forged connect": packed(type=2, nsp="/", data=["connect", {"REMOTE_ADDR": "127.0.0.1"}]),
    "forged disconnect": packed(type=2, nsp="/", data=["disconnect", "transport close"]),
    "catch-all": packed(type=2, nsp="/", data=["*", {}]),
    "dunder": packed(type=2, nsp="/", data=["__class__", {}]),
    "connect_error event": packed(type=2, nsp="/", data=["connect_error", {}]),
    "connected twice": packed(type=0, nsp="/", data={"protocol": 1}),
    "auth no map": packed(type=0, nsp="/", data=["token"]),
    "number as text": packed(type=2, nsp="/", id="1", data=["time"]),
    "number negative": packed(type=2, nsp="/", id=-1, data=["time"]),
    "number huge": packed(type=2, nsp="/", id=2**60, data=["time"]),
    "array bomb": b"\x83\xa4type\x02\xa3nsp\xa1/\xa4data\xdd\xff\xff\xff\xff",
    "map bomb": b"\x83\xa4type\x02\xa3nsp\xa1/\xa4data\x92\xa4time\xdf\x7f\xff\xff\xff",
    "many maps": packed(type=2, nsp="/", data=["time", [{}] * 300]),
    "long text": packed(type=2, nsp="/", data=["time", {"a": "x" * 5000}]),
    "long bytes": packed(type=2, nsp="/", data=["time", {"a": b"x" * 65}]),
    "deep": packed(type=2, nsp="/", data=["time"])[:-6] + b"\x92\xa4time" + b"\x91" * 2000 + b"\xc0",
    "extension": packed(type=2, nsp="/", data=["time", msgpack.ExtType(5, b"x")]),
    "timestamp": packed(type=2, nsp="/", data=["time", msgpack.Timestamp(1)]),
    "number as key": b"\x83\xa4type\x02\xa3nsp\xa1/\xa4data\x92\xa4time\x81\x01\x02",
    "not utf-8": b"\x83\xa4type\x02\xa3nsp\xa1/\xa4data\x91\xa2\xff\xfe",
    "rubbish after it": packed(type=2, nsp="/", data=["time"]) + b"\x00",
}
TEXT = ["", "x", "9", "2probe", "5", '42["time"]', "b!!!", "\u0664", "3\u0661"]


@pytest.mark.parametrize("name", BAD)
async def test_a_packet_that_no_client_of_ours_sends_ends_the_connection(at: Serving, name: str, caplog):
    async with bare(at) as mallory:
        await mallory.send(BAD[name])
        assert await mallory.ended() == 1008
    await until(lambda: not at.edge.door.people)
    assert len(caplog.text) < 200, "bad input writes no log"


@pytest.mark.parametrize("text", TEXT)
async def test_text_other_than_a_pong_ends_the_connection(at: Serving, text: str, caplog):
    async with bare(at) as mallory:
        await mallory.ws.send_str(text)
        assert await mallory.ended() == 1008
    assert len(caplog.text) < 200


async def test_a_client_without_msgpack_is_told_so_in_its_own_form(at: Serving):
    async with bare(at, connect=False) as plain:
        assert (await plain.next())[0] == "0"
        await plain.ws.send_str('40{"protocol":1}')
        assert await plain.next() == f'44{{"message":{json.dumps(ADVICE)}}}'
        assert await plain.ended() == 1008


async def test_forged_library_events_call_nothing(at: Serving):
    async with official(at) as ann, bare(at) as mallory:
        await mallory.send(BAD["forged disconnect"])
        await mallory.ended()
        assert "time" in await ann.ask("time")
        assert len(at.edge.door.people) == 1


async def test_undefined_of_javascript_is_null(at: Serving):
    undefined = msgpack.ExtType(0, b"\0")
    async with bare(at, connect=False) as ann:
        await ann.send({"type": 0, "nsp": "/", "data": undefined})
        while not isinstance(packet := await ann.next(), dict) or packet["type"] != 0:
            pass
        await ann.event("create", {**CREATE, "password": undefined, "options": undefined}, number=1)
        while not isinstance(packet := await ann.next(), dict) or packet["type"] != 3:
            pass
        assert "code" in packet["data"][0]["ok"]


async def test_nothing_before_connect_but_connect(at: Serving):
    async with bare(at, connect=False) as mallory:
        await mallory.event("time", {})
        assert await mallory.ended() == 1008


async def test_a_message_too_large_is_refused_by_the_socket(at: Serving):
    async with bare(at) as mallory:
        await mallory.ws.send_bytes(b"\xc0" * 20_000)
        assert await mallory.ended() == 1009


async def test_malformed_messages_are_answered_and_some_of_them_end_it(at: Serving):
    async with bare(at) as mallory:
        for _ in range(STRIKES - 1):
            with pytest.raises(Refusal, match=r"message\.malformed") as refused:
                await mallory.ask("act", {"n": "one", "action": {}})
            assert refused.value.params == {"field": "n"}
        with pytest.raises(Refusal, match=r"message\.unknown"):
            await mallory.ask("fly")
        assert await mallory.ended() == 1008


async def test_a_good_message_wipes_out_the_strikes(at: Serving):
    async with bare(at) as clumsy:
        for _ in range(STRIKES):
            with pytest.raises(Refusal):
                await clumsy.ask("fly")
            await clumsy.ask("time")


async def test_too_many_messages_are_refused_with_the_time_to_wait_then_the_door_closes(at: Serving):
    async with bare(at) as mallory:
        for number in range(int(BURST + OVERDRAFT) + 40):
            await mallory.event("time", {}, number=number)
        answers = []
        while (packet := await mallory.next()) is not None:
            if isinstance(packet, dict) and packet["type"] == 3:
                answers.append(packet["data"][0])
        refused = [a["refused"] for a in answers if "refused" in a]
        assert len(answers) - len(refused) >= BURST - 1, "connecting has cost one"
        assert {r["code"] for r in refused} == {"rate.limited"}
        assert all(r["retryAfter"] >= 0 for r in refused)
        assert mallory.ws.close_code == 1008


async def test_a_flood_of_pongs_ends_it(at: Serving):
    async with bare(at) as mallory:
        for _ in range(200):
            await mallory.ws.send_str("3")
        assert await mallory.ended() == 1008


async def test_a_client_that_does_not_introduce_itself_must_go(store: Store):
    async with serving(store, timeouts=Timeouts(patience=0.1)) as at, bare(at, connect=False) as stranger:
        assert await stranger.ended() == 4401


@pytest.mark.alone
async def test_who_answers_no_ping_is_cut_and_who_does_stays(store: Store):
    timeouts = Timeouts(ping_interval=1, ping_timeout=0.5)  # the library tells its clients whole seconds
    async with serving(store, timeouts=timeouts) as at, bare(at) as silent, official(at) as lively:
        assert await silent.next() == "2"
        assert await silent.ended() in (None, 1006)
        assert "time" in await lively.ask("time")


async def fill(person) -> int:
    """Write frames to that person until they are cut; how many it took."""
    frame = b"\x82\x7e\x13\x88" + b"x" * 5000
    for n in range(20_000):
        if not person.socket.write(frame):
            return n
        if n % 16 == 0:
            await asyncio.sleep(0)
    raise AssertionError("never cut")


async def test_a_peer_that_does_not_read_is_cut_whatever_pongs_it_sends(at: Serving):
    """Without reading, blind pongs: stock python-socketio never closes them (256 MB)."""
    _reader, writer = await asyncio.open_connection("127.0.0.1", at.port, limit=1 << 10)
    writer.write(
        b"GET /ws/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    connect = msgpack.packb(CONNECT)
    writer.write(b"\x82" + bytes([0x80 | len(connect)]) + b"\0\0\0\0" + connect)
    await until(lambda: at.edge.door.people)
    (person,) = at.edge.door.people
    pong = b"\x81\x81\0\0\0\x003"
    writer.write(pong * 5)
    frames = await fill(person)
    assert person.socket.cut == "slow"
    # What the kernel holds for both ends comes on top of our own limit.
    assert frames * 5000 < BYTES_LIMIT + FRAMES_LIMIT * 5000 + 16_000_000
    await until(lambda: not at.edge.door.people)
    assert at.edge.gatekeeper._crowd._all == 0, "their descriptor is free although they never closed"
    writer.close()


async def test_a_cut_peer_can_come_back_and_resume(at: Serving):
    async with official(at) as ann, official(at) as ben:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        shown = await ben.ask("enter", room=code, name="Ben", sit=True)
        next(p for p in at.edge.door.people if p.seat == 1).socket.abort("slow")
        await until(lambda: len(at.edge.door.people) == 1)
        async with official(at, ben.token) as back:
            assert (await back.ask("enter", room=code, cursor=shown["cursor"]))["resumed"]


@pytest.mark.parametrize("half", [b"", b"GET /ws/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "])
async def test_a_peer_that_never_finishes_its_request_is_cut_and_leaves_nothing_behind(store: Store, half: bytes):
    """With aiohttp alone, 300 half-sent requests stayed open forever."""
    async with serving(store, timeouts=Timeouts(patience=0.2)) as at:
        before = len(asyncio.all_tasks())
        sockets = [await asyncio.open_connection("127.0.0.1", at.port) for _ in range(30)]
        for _, writer in sockets:
            writer.write(half)
        async with asyncio.timeout(5), official(at) as ann:
            for reader, writer in sockets:
                with contextlib.suppress(ConnectionResetError):
                    assert await reader.read() == b""
                writer.close()
            assert "time" in await ann.ask("time"), "who is at work is not idle"
        await until(lambda: len(asyncio.all_tasks()) <= before)


async def test_a_thousand_bad_packets_write_no_flood_of_lines(at: Serving, caplog):
    caplog.set_level(logging.INFO)
    for _ in range(40):
        async with bare(at) as mallory:
            with contextlib.suppress(aiohttp.ClientConnectionError):
                for _ in range(25):
                    await mallory.send(b"\xc1")
            await mallory.ended()
    assert len(caplog.records) <= 1
    assert b"paiju_bad_packets_total 40.0" in at.edge.metrics.text()


async def test_compression_is_never_agreed_to(either: Serving):
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{either.url}/ws/?EIO=4&transport=websocket", compress=15) as ws,
    ):
        assert ws.compress == 0


@pytest.mark.parametrize(
    "query",
    ["", "?EIO=4&transport=polling&sid=x", "?EIO=3&transport=websocket", "?EIO=4&transport=websocket",
     "?EIO=4&transport=websocket&sid=x"],
)  # fmt: skip
async def test_only_engine_io_4_over_websocket_is_spoken(either: Serving, query: str):
    async with aiohttp.ClientSession() as session, session.get(f"{either.url}/ws/{query}") as answer:
        assert answer.status == 400
        assert (await answer.json())["message"] == ADVICE


async def test_addresses_may_hold_a_limited_number_of_sockets(store: Store):
    async with serving(store, sockets_per_address=2) as at, bare(at), bare(at):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with bare(at):
                pass
        assert refused.value.status == 429


def test_frames_are_framed_as_rfc_6455_says():
    from server.doors import packets

    assert packets.binary(b"x" * 125)[:2] == b"\x82\x7d"
    assert packets.binary(b"x" * 126)[:4] == b"\x82\x7e" + struct.pack("!H", 126)
    assert packets.text(b"x" * 65536)[:10] == b"\x81\x7f" + struct.pack("!Q", 65536)
