"""People in a golden room, and what they do there until it is in the wanted state."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from server.rooms.document import Cold, Hot
from tests.e2e.shandong_people import choose as shandong
from tests.support.doors import Lean
from tests.support.players import Player
from tests.support.playing import crazy_eights, uno

Json = Any
CHOICES: dict[str, Callable[[Player], Json]] = {"crazy-eights": crazy_eights, "uno": uno, "shandong": shandong}
Deed = Callable[["Party"], Awaitable[None]]


@dataclass(frozen=True)
class Recipe:
    """A room that is wanted."""

    name: str
    game: str
    people: int
    create: dict[str, Json] = field(default_factory=dict)
    deeds: tuple[Deed, ...] = ()
    """What happens there, in order."""
    wanted: Callable[[Cold, Hot], Any] = lambda cold, hot: True
    """Is it in the state to keep?"""
    on: int = 25
    """Frames that later versions play on, if the match does not end before; -1: to its end."""
    last: tuple[Deed, ...] = ()
    """What happens when all rooms are made, just before they are taken out."""


@dataclass
class Party:
    """One room in the making."""

    recipe: Recipe
    url: str
    rng: random.Random
    people: list[Lean] = field(default_factory=list)
    away: dict[str, list[int]] = field(default_factory=dict)
    """Who has gone offline: the cursor that they have."""
    gone: set[str] = field(default_factory=set)
    """Players who have left the room and may only come back as strangers, if at all."""
    code: str = ""

    @property
    def host(self) -> Lean:
        return self.people[0]

    @property
    def here(self) -> list[Lean]:
        return [one for one in self.people if one.name not in self.away and one.name not in self.gone]

    def person(self, name: str) -> Lean:
        return next(one for one in self.people if one.name == name)

    async def newcomer(self, name: str, **how: Json) -> Lean:
        one = Lean(name, [self.url], random.Random(self.rng.random()))
        await one.connect(self.url)
        if self.code:
            made = self.recipe.create
            password = made.get("password") or made.get("watchPassword")
            await one.enter(self.code, name=name, **{**({"password": password} if password else {}), **how})
        self.people.append(one)
        return one

    async def made(self) -> None:
        """The host makes the room, the others sit down, and everything happens that the recipe says."""
        host = await self.newcomer("P0")
        self.code = (await host.ask("create", game=self.recipe.game, name="P0", **self.recipe.create))["code"]
        await host.enter(self.code)
        for number in range(1, self.recipe.people):
            await self.newcomer(f"P{number}", sit=True)
        for deed in self.recipe.deeds:
            await deed(self)

    async def close(self) -> None:
        for one in self.people:
            await one.close()
