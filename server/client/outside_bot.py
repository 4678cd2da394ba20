"""`paiju bot`: one of a game's own bots takes a seat from outside, through the public door."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from games.api import AnyGame, Plan
from games.chance import Chance
from games.views import Event

from .room_client import Closed, RoomClient
from .typed_views import Unnamer

Json = Any
AGAIN_S = 0.5  # after a refusal


class OutsideBot:
    """Sees what its seat is shown, asks the game's bot, and sends the action it plans.

    `fast`: act without the thinking time of a person.
    """

    def __init__(self, client: RoomClient, game: AnyGame, level: str, *, fast: bool = False) -> None:
        self._fast = fast
        assert game.bot is not None
        self._client = client
        self._game = game
        self._bot = game.bot
        self._level = level
        self._memory = b""
        self._unname = Unnamer(game)
        self._chance = Chance(secrets.token_bytes(32))
        self._event_types: Mapping[str, type[Event]] = {event.kind: event for event in game.events}
        self._began = False
        self.matches = 0

    async def play(self, matches: int = 1) -> None:
        """Play this many matches; 0: until the connection ends."""
        patience: float | None = None
        while True:
            await self._news_until(patience)
            patience = AGAIN_S if await self._think() else None
            if self._client.room["phase"] == "over" and self._began:
                self._began, self._memory = False, b""
                self.matches += 1
                if self.matches == matches:
                    return
                await self._client.ask("rematch")

    async def _think(self) -> bool:
        """Pass the news to the bot, and carry out its plan. True: try again soon."""
        client = self._client
        told, client.moments = client.moments, []
        if client.room["phase"] != "playing" or client.table is None or client.own is None or client.seat is None:
            return False
        self._began = True
        events = [self._event(event) for moment, _ in told for event in moment if event["type"] in self._event_types]
        table = self._unname.view(self._game.Table, client.table)
        own = self._unname.view(self._game.Own, client.own)
        plan = self._bot(table, own, client.seat, events, self._memory, self._chance, self._level)
        self._memory = plan.memory
        if plan.ponder:
            plan = await self._pondered(table, own, plan)
        action = None if plan.action is None else msgspec.to_builtins(plan.action)
        if action is None:
            action = self._ready()
        # If something else happens while it thinks, it is asked again.
        now = client.now()
        if action is None or await self._news_until(0 if self._fast else (plan.due(now) - now) / 1000):
            return False
        return "refused" in await client.act(action)

    async def _pondered(self, table: Any, own: Any, plan: Plan[Any]) -> Plan[Any]:
        """The same plan with an action. News that arrives meanwhile is kept, and the time counts as thinking time."""
        ponder, seat = self._game.ponder, self._client.seat
        assert ponder is not None
        assert seat is not None
        began = time.monotonic()
        action = await asyncio.to_thread(ponder, table, own, seat, plan.memory, self._chance, self._level)
        took_ms = int((time.monotonic() - began) * 1000)
        return replace(plan, action=action, think_ms=max(0, plan.think_ms - took_ms))

    def _ready(self) -> Json:
        """Between rounds, the room waits for an outside bot as for a person."""
        legal = self._client.own.get("legalActions") or [{}]
        return {"action": "READY_NEXT", "payload": {}} if legal[0].get("action") == "READY_NEXT" else None

    async def _news_until(self, seconds: float | None) -> bool:
        """True if there was news before the time was up."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self._client.moments:  # news may concern only what it has already considered
                    await self._client.news()
                return True
        return False

    def _event(self, event: Json) -> Event:
        return self._unname.event(self._event_types[event["type"]], event)


async def play_at(
    server: str,
    code: str,
    game_of: Mapping[str, AnyGame],
    level: str,
    name: str,
    matches: int,
    password: str | None,
    *,
    fast: bool = False,
) -> int:
    """Take a seat and play; returns the number of matches played."""
    client = RoomClient(server, bot=True)
    await client.connect()
    try:
        await client.enter(code, name, password)
        game = game_of.get(client.room["game"])
        if game is None or game.bot is None:
            raise Closed(f"no bot is installed here for {client.room['game']}")
        if level not in game.bot_levels:
            raise Closed(f"{game.id} has no bot {level!r}; it has {', '.join(game.bot_levels)}")
        bot = OutsideBot(client, game, level, fast=fast)
        await bot.play(matches)
        return bot.matches
    finally:
        await client.close()
