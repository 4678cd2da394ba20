"""A match of two competition bots, kept as the arena's own door keeps it: in a room with notes."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

from tests.arena.arena_client import Bot

Json = Any
ARENA = {"ARENA_TURN_GAP": "0.2", "ARENA_COUNTDOWN_SECONDS": "1", "ARENA_RATE_LIMITS": "off"}
MACS = {"Ada": "02:00:00:00:00:01", "Bob": "02:00:00:00:00:02"}


class Pair:
    """Ada and Bob, who play."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.stack = AsyncExitStack()
        self.bots: list[Bot] = []

    async def __aenter__(self) -> Pair:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stack.aclose()

    async def begin(self) -> None:
        """Until some moves have been made."""
        for name, mac in MACS.items():
            self.bots.append(await self.stack.enter_async_context(Bot(self.url, name, mac=mac)))
        ada, bob = self.bots
        room = await ada.create()
        for bot in (ada, bob):
            status, answer = await bot.join(room, only=True)
            assert status == 200, answer
            await bot.connect()
        async with asyncio.timeout(30):
            while len(ada.answers) < 4:
                ada.news.clear()
                await ada.news.wait()

    def kept(self) -> Json:
        return {"people": [{"name": bot.first, "room": bot.room, "token": bot.token} for bot in self.bots]}

    async def shown(self, url: str) -> Json:
        return await shown(url, self.kept())


async def shown(url: str, kept: Json) -> Json:
    """What each of them is told of the room, and what anybody is told of it."""
    told: dict[str, Json] = {}
    for person in kept["people"]:
        async with Bot(url, person["name"], mac=MACS[person["name"]]) as bot:
            bot.room, bot.token = person["room"], person["token"]
            told[person["name"]] = await bot.state()
    async with Bot(url, "Ada", mac=MACS["Ada"]) as bot:
        told["rooms"] = await bot.get("/api/rooms/list")
        told["elsewhere"] = await bot.join(await bot.create())
    return told


async def plays_on(url: str, kept: Json, turns: int = 6) -> None:
    """Both come back by their tokens and go on."""
    async with AsyncExitStack() as stack:
        bots = []
        for person in kept["people"]:
            bot = await stack.enter_async_context(Bot(url, person["name"], mac=MACS[person["name"]]))
            bot.room, bot.token = person["room"], person["token"]
            await bot.connect()
            bots.append(bot)
        async with asyncio.timeout(60):
            while sum(status == 200 for bot in bots for _, status, _ in bot.answers) < turns:
                bots[0].news.clear()
                await bots[0].news.wait()
        for bot in bots:  # nobody leaves before the answer
            bot.plays = False
            await asyncio.gather(*bot.acting)
