"""`paiju bot` from the inside: it never waits for news that it has had already."""

from __future__ import annotations

import asyncio

from games.catalog import installed
from server.terminal.bots import OutsideBot
from server.terminal.door import RoomClient
from tests.served import Served


async def test_bots_from_outside_finish_a_match_that_no_clock_hurries(tmp_path):
    served = Served(tmp_path)
    served.start()
    uno = installed(only=["uno"])["uno"]
    clients = [RoomClient(served.url) for _ in range(2)]
    try:
        code = ""
        for number, client in enumerate(clients):
            await client.connect()
            if not code:
                rules = {"initialCards": 3, "turnSeconds": 0, "roundBreakSeconds": 0}
                code = (await client.ask("create", game="uno", name="Bot 0", preset="standard", options=rules))["code"]
            await client.enter(code, f"Bot {number}")
        bots = [OutsideBot(client, uno, "heuristic") for client in clients]
        await clients[0].ask("start")
        async with asyncio.timeout(60), asyncio.TaskGroup() as group:
            for bot in bots:
                group.create_task(bot.play())
        assert {bot.matches for bot in bots} == {1}
    finally:
        for client in clients:
            await client.close()
        served.end()
