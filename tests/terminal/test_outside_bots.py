"""`paiju bot` from the inside: it never waits for news that it already has."""

from __future__ import annotations

import asyncio

from games.catalog import installed
from server.client.outside_bot import OutsideBot
from server.client.room_client import RoomClient
from server.protocol.apply_patch import patched
from tests.support.served import FROM_SOURCES, HASTY, Served
from tests.support.stores import until


async def seen_again(client: RoomClient) -> tuple[object, object, object]:
    """What a replay leads to."""
    room = table = own = None
    skip: int | None = 0
    while skip is not None:
        page = await client.ask("replay", skip=skip)
        for told in page["told"]:
            if told["kind"] == "own":
                own = patched(own, told["own"])
            elif told["kind"] == "frame":
                room, table = patched(room, told["room"]), patched(table, told["table"])
            else:
                room, table, own = told["room"], told["table"], told["own"]
        skip = page["next"]
    return room, table, own


async def test_bots_from_outside_finish_a_match_that_no_clock_hurries(tmp_path):
    served = Served(tmp_path, program=HASTY, env=FROM_SOURCES)
    served.start()
    uno = installed(only=["uno"])["uno"]
    clients = [RoomClient(served.url) for _ in range(4)]
    try:
        code = ""
        for number, client in enumerate(clients):
            await client.connect()
            if not code:
                rules = {"initialCards": 3, "turnSeconds": 0, "roundBreakSeconds": 0}
                code = (await client.ask("create", game="uno", name="Bot 0", preset="standard", options=rules))["code"]
            await client.enter(code, f"Bot {number}")
        bots = [OutsideBot(client, uno, "heuristic", fast=True) for client in clients]
        await clients[0].ask("start")
        async with asyncio.timeout(60), asyncio.TaskGroup() as group:
            for bot in bots:
                group.create_task(bot.play())
        assert {bot.matches for bot in bots} == {1}
        for client in clients:
            assert await seen_again(client) == (client.room, client.table, client.own)
    finally:
        for client in clients:
            await client.close()
        served.end()


async def test_a_bot_plays_on_after_the_server_was_restarted(tmp_path):
    served = Served(tmp_path, program=HASTY, env=FROM_SOURCES)
    served.start()
    uno = installed(only=["uno"])["uno"]
    client = RoomClient(served.url, bot=True)
    try:
        await client.connect()
        how = {"options": {"initialCards": 4, "turnSeconds": 60}, "practice": "once"}
        code = (await client.ask("create", game="uno", name="Otto", bots=1, preset="standard", **how))["code"]
        await client.enter(code, "Otto")
        await client.ask("start")
        bot = OutsideBot(client, uno, "heuristic", fast=True)
        playing = asyncio.create_task(bot.play())
        await until(lambda: client.acts > 1)
        acts, seat = client.acts, client.seat
        assert await asyncio.to_thread(served.terminate) == 0
        await asyncio.to_thread(served.start)
        await until(lambda: playing.done() or client.acts > acts, 20)
        assert (client.seat, client.gone) == (seat, None)
        async with asyncio.timeout(90):
            await playing
        assert client.room["seats"][seat]["program"] is True
    finally:
        await client.close()
        served.end()


async def test_a_bot_from_outside_plays_what_it_ponders(tmp_path):
    """No clock plays for it: before, a level that thinks in another process never moved from outside."""
    served = Served(tmp_path, program=HASTY, env=FROM_SOURCES)
    served.start()
    client = RoomClient(served.url, bot=True)
    try:
        await client.connect()
        how = {"game": "shandong", "preset": "calm", "options": {"dealIntervalMs": 0}, "bots": 3, "level": "baseline"}
        code = (await client.ask("create", name="Otto", practice="ponder", **how))["code"]
        await client.enter(code, "Otto")
        await client.ask("start")
        bot = OutsideBot(client, installed(only=["shandong"])["shandong"], "strong", fast=True)
        playing = asyncio.create_task(bot.play())
        await until(lambda: playing.done() or (client.own and 0 < len(client.own["hand"]) < 24), 40)
        assert not playing.done()
        playing.cancel()
    finally:
        await client.close()
        served.end()
