"""Two people at one table without system bots, with every decision made by the test."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

from tests.arena.arena_client import Bot, first_legal, legal


class Duel:
    """Hands out the private `turn`s of both players in the order in which they come."""

    def __init__(self, ada: Bot, bob: Bot) -> None:
        self.ada, self.bob = ada, bob
        self._taken = {ada.first: 0, bob.first: 0}

    def other(self, bot: Bot) -> Bot:
        return self.bob if bot is self.ada else self.ada

    async def turn(self, seconds: float = 10) -> tuple[Bot, dict]:
        """The next private `turn` that nobody has taken yet."""
        async with asyncio.timeout(seconds):
            while True:
                for bot in (self.ada, self.bob):
                    turns = bot.private_turns()
                    if len(turns) > self._taken[bot.first]:
                        self._taken[bot.first] += 1
                        return bot, turns[self._taken[bot.first] - 1]
                for bot in (self.ada, self.bob):
                    bot.news.clear()
                await asyncio.wait(
                    [asyncio.ensure_future(bot.news.wait()) for bot in (self.ada, self.bob)],
                    return_when=asyncio.FIRST_COMPLETED,
                    timeout=0.2,
                )

    def waiting_turns(self) -> int:
        """Private `turn`s that have come and have not been taken."""
        return sum(len(bot.private_turns()) - self._taken[bot.first] for bot in (self.ada, self.bob))

    async def quiet(self) -> None:
        """After a question over REST has been answered and told, everything before it has been told, too."""
        for bot in (self.ada, self.bob):
            await bot.state()
        await asyncio.sleep(0.2)


async def seat_both(ada: Bot, bob: Bot, sandbox: bool = True) -> None:
    """Into a new room for players only."""
    room = await ada.create(sandbox=sandbox)
    for bot in (ada, bob):
        status, answer = await bot.join(room, sandbox=sandbox, only=True)
        assert status == 200, answer
        await bot.connect()


@asynccontextmanager
async def duel(served, sandbox: bool = True):
    """A running match of two in a room for players only."""
    async with Bot(served.url, "Ada", plays=False) as ada, Bot(served.url, "Bob", plays=False) as bob:
        await seat_both(ada, bob, sandbox)
        for bot in (ada, bob):
            await bot.until("gameStart")
        yield Duel(ada, bob)


async def move(bot: Bot, turn: dict) -> None:
    """Some legal move; never the last card, so that the round goes on."""
    index = first_legal(turn)
    if index is None or len(turn["hand"]) <= 2:
        await bot.act("pass" if turn["canPass"] else "draw")
        return
    await bot.act("play", cardIndex=index, wildColor="RED")


def misfit(turn: dict) -> int | None:
    """A card that may not be played."""
    return next((i for i, card in enumerate(turn["hand"]) if not legal(card, turn)), None)
