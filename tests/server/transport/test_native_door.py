"""The Socket.IO door, through python-socketio's own client."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import aiohttp
import msgpack
import pytest
import socketio

from server.doors.socketio.socketio_socket import SocketIoSocket
from server.store.store import Store
from tests.server.transport.edge_driver import CREATE, Official, Refusal, Serving, bare, official, serving
from tests.support.stores import Server, until


async def test_the_official_client_is_greeted_with_a_token_and_the_time(either: Serving):
    async with official(either) as ann:
        (hello,) = await ann.inbox.first("hello")
        assert hello["protocol"] == 1
        assert len(hello["token"]) == 38
        assert (await ann.ask("time"))["time"] >= hello["time"]


async def test_a_token_of_ours_is_kept_and_a_foreign_one_replaced(either: Serving):
    async with official(either) as ann, official(either, ann.token) as again, official(either, "A" * 38) as stranger:
        assert again.token == ann.token
        assert stranger.token not in (ann.token, "A" * 38)


async def test_a_room_is_created_entered_and_played_in(either: Serving):
    async with official(either) as ann, official(either) as ben:
        code = (await ann.ask("create", **CREATE))["code"]
        entered = await ann.ask("enter", room=code)
        assert (entered["seat"], entered["act"], entered["resumed"]) == (0, 0, False)
        assert entered["schema"]["id"] == "crazy-eights"
        assert (await ben.ask("enter", room=code, name="Ben", sit=True))["seat"] == 1
        await ann.ask("ready", on=True)
        await ben.ask("ready", on=True)
        await ann.ask("start")
        began = await ben.inbox.first("b")
        assert began[7][0] == -1, "the first private part brings the whole hand"


async def test_frames_reach_everybody_in_the_order_of_their_counter(either: Serving):
    async with official(either) as ann, official(either) as ben:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        start = (await ben.ask("enter", room=code, name="Ben", sit=True))["cursor"][0]
        for n in range(10):
            await (ann if n % 2 else ben).ask("say", emote="clap")
        await ben.inbox.first("f", 9)
        assert [f[0] for f in ben.inbox.of("f")][:10] == list(range(start + 1, start + 11))


async def test_what_somebody_missed_comes_with_their_return(either: Serving):
    async with official(either) as ann:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        ben = Official()
        token = (await ben.connect(either.url))["token"]
        shown = await ben.ask("enter", room=code, name="Ben")
        await ben.close()
        for _ in range(3):
            await ann.ask("say", emote="clap")
        async with official(either, token) as back:
            entered = await back.ask("enter", room=code, cursor=shown["cursor"])
            assert entered["resumed"]
            assert "room" not in entered
            numbers = [frame[1] for frame in entered["frames"] if frame[0] == "f"]
            assert numbers == list(range(shown["cursor"][0] + 1, numbers[-1] + 1))
            assert len(numbers) >= 3


async def test_a_cursor_of_another_history_gets_the_whole(at: Serving):
    async with official(at) as ann:
        code = (await ann.ask("create", **CREATE))["code"]
        shown = await ann.ask("enter", room=code)
        pub, priv, tag = shown["cursor"]
        again = await ann.ask("sync", cursor=[pub, priv, tag ^ 1], know=shown["schema"]["hash"])
        assert again["resumed"] is False
        assert again["cursor"] == [pub, priv, tag]
        assert "schema" not in again


async def test_the_newest_connection_of_a_player_wins_and_the_older_is_told(either: Serving):
    async with official(either) as ann:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        async with official(either, ann.token) as newer:
            assert (await newer.ask("enter", room=code))["seat"] == 0
            assert await ann.inbox.first("gone") == [{"code": "seat.elsewhere"}]
            with pytest.raises(Refusal, match=r"room\.not_entered"):
                await ann.ask("ready", on=True)
            await newer.ask("ready", on=True)


async def test_entering_twice_on_one_connection_supersedes_nobody(at: Serving):
    async with official(at) as ann:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        await ann.ask("enter", room=code)
        await ann.ask("ready", on=True)
        assert ann.inbox.of("gone") == []


async def test_leaving_is_told_and_the_connection_stays(at: Serving):
    async with official(at) as ann:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        await ann.ask("leave")
        assert await ann.inbox.first("gone") == [{"code": "room.left"}]
        with pytest.raises(Refusal, match=r"room\.not_entered"):
            await ann.ask("ready", on=True)
        assert "code" in await ann.ask("create", **CREATE)


async def test_a_lost_connection_is_seen_by_the_others(either: Serving):
    async with official(either) as ann:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        async with official(either) as ben:
            await ben.ask("enter", room=code, name="Ben", sit=True)
            before = len(ann.inbox.of("f"))
        frame = await ann.inbox.first("f", before)
        assert frame[4] is not None, "the room's patch says that the seat is not connected"


async def test_another_protocol_is_refused_by_name(either: Serving):
    client = Official()
    refused = asyncio.get_running_loop().create_future()

    def told_why(why: Any) -> None:
        if not refused.done():
            refused.set_result(why)

    client.sio.on("connect_error", told_why)
    with contextlib.suppress(socketio.exceptions.ConnectionError):
        await client.sio.connect(either.url, auth={"protocol": 9}, transports=["websocket"], socketio_path="/ws")
    async with asyncio.timeout(5):
        told = await refused
    assert told["message"] == "protocol.unsupported"
    assert told["data"]["supported"] == [1]
    await client.sio.disconnect()


async def test_answers_and_frames_of_a_commit_arrive_in_the_order_they_were_written(at: Serving):
    async with bare(at) as ann:
        code = (await ann.ask("create", CREATE))["code"]
        await ann.ask("enter", {"room": code})
        for number in range(100, 120):
            await ann.event("say", {"emote": "clap"}, number=number)
        acks, frames = [], []
        while len(acks) < 20:
            packet = await ann.next()
            if isinstance(packet, dict) and packet["type"] == 3:
                acks.append(packet["id"])
            elif isinstance(packet, dict) and packet["data"][0] == "f":
                frames.append((packet["data"][1], len(acks)))
        assert acks == list(range(100, 120))
        assert [before for _, before in frames] == sorted(before for _, before in frames)
        assert all(before <= n for n, (_, before) in enumerate(frames)), "no commit is answered before it is told"


async def test_two_workers_show_one_room_and_the_newest_connection_wins_over_both(store: Store, valkey: Server):
    other = await Store.open(valkey.address)
    async with serving(store) as one, serving(other) as two, official(one) as ann, official(two) as ben:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        start = (await ben.ask("enter", room=code, name="Ben", sit=True))["cursor"][0]
        for n in range(6):
            await (ann if n % 2 else ben).ask("say", emote="clap")
        for who in (ann, ben):
            await who.inbox.has_frame(start + 6)
            numbers = [f[0] for f in who.inbox.of("f") if f[0] > start]
            assert numbers == list(range(start + 1, start + 7))
        async with official(two, ann.token) as elsewhere:
            assert (await elsewhere.ask("enter", room=code))["seat"] == 0
            assert await ann.inbox.first("gone") == [{"code": "seat.elsewhere"}]
            assert elsewhere.inbox.of("gone") == []
    await other.close()


async def test_of_many_connections_that_enter_at_once_one_keeps_the_seat(at: Serving):
    async with official(at) as ann:
        code = (await ann.ask("create", **CREATE))["code"]
        async with contextlib.AsyncExitStack() as stack:
            tabs = [await stack.enter_async_context(official(at, ann.token)) for _ in range(6)]
            await asyncio.gather(*(tab.ask("enter", room=code) for tab in tabs), return_exceptions=True)
            await until(lambda: at.edge.door.seats_here == 1)
            answers = await asyncio.gather(*(tab.ask("ready", on=True) for tab in tabs), return_exceptions=True)
            assert sum(not isinstance(answer, Exception) for answer in answers) == 1


async def test_when_the_feed_has_lost_its_thread_everybody_is_shown_the_whole(at: Serving):
    async with official(at) as ann, official(at) as ben:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        await ben.ask("enter", room=code, name="Ben")
        person = next(iter(at.edge.door.people))
        at.edge.door._reconnect.fan_outs.of(person.room).reset()
        (shown,) = await ben.inbox.first("s")
        assert shown["room"][0] == code
        before = len(ben.inbox.of("f"))
        await ann.ask("say", emote="clap")
        assert (await ben.inbox.first("f", before))[0] == shown["cursor"][0] + 1


async def test_a_closed_room_is_told_to_those_who_are_in_it(at: Serving, valkey: Server):
    async with official(at) as ann:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        await valkey.ask("FLUSHALL")
        at.edge.door._reconnect.fan_outs.of(next(iter(at.edge.door.people)).room).reset()
        assert await ann.inbox.first("gone") == [{"code": "room.closed"}]


async def test_while_the_store_is_away_messages_are_answered_and_it_heals(at: Serving, valkey: Server):
    async with official(at) as ann:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        valkey.kill()
        with pytest.raises(Refusal) as refused:
            await ann.ask("create", **CREATE)
        assert refused.value.code == "store.busy"
        await valkey.start()
        await until(lambda: at.rooms.store.ready)
        await ann.ask("ready", on=True)


async def test_a_full_server_creates_no_more_rooms(store: Store):
    async with serving(store, rooms=1) as at, official(at) as ann:
        store._timers.open_rooms = 1
        with pytest.raises(Refusal, match=r"limit\.rooms"):
            await ann.ask("create", **CREATE)


async def test_rooms_are_made_at_a_bounded_rate(at: Serving):
    async with official(at) as ann:
        codes = [(await ann.ask("create", **CREATE))["code"] for _ in range(5)]
        assert len(set(codes)) == 5
        with pytest.raises(Refusal, match=r"rate\.limited") as refused:
            await ann.ask("create", **CREATE)
        assert 0 < refused.value.params["retryAfter"] <= 30_000


async def test_what_was_asked_before_a_goodbye_is_answered_before_it(at: Serving):
    async with bare(at) as ann:
        code = (await ann.ask("create", CREATE))["code"]
        await ann.ask("enter", {"room": code})
        await ann.event("say", {"phrase": "hello"}, number=99)
        await ann.ws._writer.close(1000, b"")
        seen = []
        while (message := await ann.ws.receive(timeout=5)).type is aiohttp.WSMsgType.BINARY:
            packet = msgpack.unpackb(message.data, strict_map_key=False)
            seen.append((packet["type"], packet.get("id"), packet["data"][0]))
        assert message.type is aiohttp.WSMsgType.CLOSE
        assert seen == [(2, None, "f"), (3, 99, {"ok": {}})]
    await until(lambda: not at.edge.door.people)


async def test_what_fails_while_a_message_is_taken_ends_the_connection_and_says_so(at: Serving, caplog):
    def failing(*_: object) -> None:
        raise ZeroDivisionError

    async with bare(at) as ann:
        (person,) = at.edge.door.people
        assert isinstance(person.socket, SocketIoSocket)
        person.socket._received = failing
        await ann.event("time", {}, number=1)
        assert await ann.ended() == 1011
    assert "a connection failed" in caplog.text


async def test_messages_in_one_write_are_answered_in_their_order(at: Serving):
    async with bare(at) as ann:
        code = (await ann.ask("create", {**CREATE, "bots": 1, "start": True}))["code"]
        await ann.ask("enter", {"room": code, "sit": True})
        for n in range(1, 21):
            await ann.event("act" if n % 2 else "time", {"n": n, "action": {"type": "draw"}} if n % 2 else {}, number=n)
        answered = []
        while len(answered) < 20:
            packet = await ann.next()
            if packet["type"] == 3:
                answered.append(packet["id"])
        assert answered == list(range(1, 21))
