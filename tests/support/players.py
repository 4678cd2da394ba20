"""A player at any real door: asks, trusts the answers, and comes back when disconnected."""

from __future__ import annotations

import asyncio
import json
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from tests.support.belief import Belief, Hole

Json = Any
PATIENCE = 20.0
AGAIN = {"rate.limited", "room.busy", "store.busy", "store.unknown", "worker.leaving"}


class Lost(Exception):
    """The connection ended before the answer came."""


class Refusal(Exception):
    """The answer was no."""

    def __init__(self, refused: Json) -> None:
        super().__init__(json.dumps(refused))
        self.code: str = refused["code"]
        self.params = refused


class Player(ABC):
    """One person with one token. Comes back through any worker when the connection ends."""

    def __init__(self, name: str, urls: Sequence[str], rng: random.Random, belief: Belief) -> None:
        self.name = name
        self.urls = list(urls)
        self.rng = rng
        self.belief = belief
        self.url = rng.choice(self.urls)
        self.token: str | None = None
        self.room = ""
        self.here = False
        self.n = 0
        self.pending: tuple[int, Json] | None = None
        self.accepted: dict[int, Json] = {}
        self.refused: list[str] = []
        self.entries: list[bool] = []
        """For each time of coming back: was it resumed from the cursor?"""
        self.gone: list[str] = []
        self.failed: Exception | None = None
        self.offline: list[float] = []
        self._entering = False
        """What comes before the answer belongs to an earlier stay in the room, through the same door."""
        self._news = asyncio.Event()
        self._lost_at = 0.0

    # --- what each door does in its own way ---

    @abstractmethod
    async def connect(self, url: str) -> None:
        """Come through a door; Lost when there is none."""

    @abstractmethod
    def send(self, kind: str, body: Json, take: Callable[[Json], None]) -> None:
        """Ask; the answer is taken in its place among the frames."""

    @abstractmethod
    async def close(self) -> None: ...

    # --- what has come in ---

    def told(self, name: str, values: list[Json]) -> None:
        try:
            if name == "gone":
                self.gone.append(values[0]["code"])
                if self.gone[-1] == "seat.elsewhere" and not self._entering:
                    self.dropped()
            elif name != "hello" and not self._entering:
                self.belief.take(name, values)
        except Exception as error:
            self.failed = error
        self._news.set()

    def dropped(self) -> None:
        if self.here:
            self.here = False
            self._lost_at = asyncio.get_running_loop().time()
        self._news.set()

    def stir(self) -> None:
        """Something that they wait for may have come from elsewhere."""
        self._news.set()

    async def until(self, condition: Callable[[], Any], seconds: float | None = None) -> None:
        """Wait for news until the condition holds; Lost when the connection ends first."""
        async with asyncio.timeout(seconds or PATIENCE):
            while not condition():
                if self.failed is not None:
                    raise self.failed
                if not self.here:
                    raise Lost
                self._news.clear()
                await self._news.wait()
        if self.failed is not None:
            raise self.failed

    # --- asking ---

    async def ask(self, kind: str, take: Callable[[Json], None] | None = None, **body: Json) -> Json:
        """The answer; `take` sees it before any frame that follows it. Waits as long as the server tells it to."""
        answers: list[Json] = []

        def taken(answer: Json) -> None:
            answers.append(answer)
            try:
                if take is not None and "ok" in answer:
                    take(answer["ok"])
            except Exception as error:
                self.failed = error
            self._news.set()

        while True:
            self.send(kind, body, taken)
            await self.until(lambda: answers)
            answer = answers.pop()
            if "ok" in answer:
                return answer["ok"]
            refused = answer["refused"]
            if refused["code"] not in AGAIN:
                raise Refusal(refused)
            if refused["code"] == "worker.leaving":
                self.dropped()
                raise Lost
            await asyncio.sleep(refused.get("retryAfter", 50) / 1000)

    async def enter(self, room: str, **how: Json) -> Json:
        """Come into the room, or back into it from where the belief stands."""
        self.room = room
        cursor = self.belief.cursor

        def take(answer: Json) -> None:
            self._entering = False
            if answer["resumed"]:
                self.belief.resumed(answer["frames"])
            else:
                self.belief.shown(answer)
            self.belief.seat = answer["seat"]
            self.n = max(self.n, answer["act"])

        self._entering = True
        try:
            answer = await self.ask("enter", take, room=room, **({"cursor": cursor} if cursor else {}), **how)
        except Refusal as refusal:
            if refusal.code != "seat.elsewhere":
                raise
            # Their own entry at a worker that was just ending has come later: say again where to be.
            self.dropped()
            raise Lost from refusal
        if cursor:
            self.entries.append(answer["resumed"])
        return answer

    async def come_back(self) -> None:
        """Through whatever door is open."""
        async with asyncio.timeout(PATIENCE):
            while not self.here:
                self.url = self.rng.choice(self.urls)
                try:
                    await self.connect(self.url)
                    if self.room:
                        await self.enter(self.room)
                except Lost:
                    await asyncio.sleep(0.05)
        if self._lost_at:
            self.offline.append(asyncio.get_running_loop().time() - self._lost_at)
            self._lost_at = 0.0

    async def agrees(self) -> bool:
        """Does what was put together from frames equal a fresh snapshot? False: the room has moved on meanwhile."""
        seen: list[Json] = []

        def compare(whole: Json) -> None:
            seen.append(whole)
            if whole["cursor"][:2] != self.belief.cursor[:2]:
                seen.append(None)
            elif not self.belief.equals(whole):
                mine = {part: getattr(self.belief, part) for part in ("room", "table", "own", "seat")}
                raise Hole(f"{self.name} believes {mine}, but is shown {whole}")
            self.belief.shown(whole)

        await self.ask("sync", compare)
        return len(seen) == 1

    async def act(self, action: Json) -> Json:
        """A numbered action; sent again with its number until there is an answer."""
        self.pending = (self.n + 1, action)
        return await self.finish()

    async def finish(self) -> Json:
        assert self.pending is not None
        n, action = self.pending
        try:
            answer = await self.ask("act", n=n, action=action)
        except Refusal as refusal:
            self.pending = None
            self.refused.append(refusal.code)
            return {"refused": refusal.params}
        self.pending, self.n = None, n
        self.accepted[n] = action
        return answer
