"""What people do in a golden room."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from tests.faults.golden_party import CHOICES, Deed, Party
from tests.support.doors import Lean
from tests.support.players import Refusal
from tests.support.playing import moved_on, over

Json = Any
ENOUGH = 300.0
"""For how many seconds a match may run that is kept to its end."""


def begun(one: Lean) -> bool:
    return one.belief.named("room")["phase"] != "lobby"


async def start(party: Party) -> None:
    await party.host.ask("start")
    for one in party.here:
        await one.until(partial(begun, one))


async def talk(party: Party) -> None:
    for one in party.here:
        await one.ask("say", text=f"hello from {one.name} 你好")
    await party.host.ask("say", phrase="hello")
    await party.host.ask("say", emote="smile")


def moves(count: int) -> Deed:
    """This many moves by people, or to the end of the match (-1)."""

    async def played(party: Party) -> None:
        made = 0

        def enough() -> bool:
            return made == count or over(party.host)

        async def plays(one: Lean) -> None:
            nonlocal made
            before = one.belief.cursor

            def news() -> bool:
                return moved_on(one, before) or enough()

            while not enough():
                before = one.belief.cursor
                action = None if over(one) else CHOICES[party.recipe.game](one)
                if action is not None and "refused" not in await one.act(action):
                    made += made != count
                if enough():
                    for other in party.here:
                        other.stir()
                await one.until(news, ENOUGH)

        async with asyncio.timeout(ENOUGH), asyncio.TaskGroup() as group:
            for one in party.here:
                if one.belief.seat is not None:
                    group.create_task(plays(one))

    return played


def watch(name: str, **how: Json) -> Deed:
    async def watched(party: Party) -> None:
        await party.newcomer(name, **how)

    return watched


def offline(*names: str) -> Deed:
    """Their connections end; what they have seen until then they have."""

    async def dropped(party: Party) -> None:
        for name in names:
            one = party.person(name)
            party.away[name] = list(one.belief.cursor)
            await one.close()

    return dropped


def leave(name: str) -> Deed:
    async def left(party: Party) -> None:
        party.gone.add(name)
        await party.person(name).ask("leave")

    return left


def ask(kind: str, who: str = "P0", **body: Json) -> Deed:
    """Anything else that somebody asks for."""

    async def asked(party: Party) -> None:
        await party.person(who).ask(kind, **body)

    return asked


def kick(name: str, **whom: Json) -> Deed:
    async def put_out(party: Party) -> None:
        party.gone.add(name)
        await party.host.ask("kick", **whom)

    return put_out


async def pause(party: Party) -> None:
    for one in party.here:
        if one.belief.seat is not None:
            await one.ask("pause", on=True)


async def unpause(party: Party) -> None:
    await party.host.ask("pause", on=False)


async def patient(party: Party) -> None:
    """Nobody acts until somebody's seat is on auto."""
    host = party.host

    def automatic() -> bool:
        table = host.belief.named("table")
        if party.recipe.game == "shandong":
            return "auto" in table["presence"]
        return any(player["controlledBy"] != "human" for player in table["players"])

    await host.until(automatic, 120)


async def check_replay(party: Party) -> None:
    """The end of a match is kept a moment after its last move."""
    async with asyncio.timeout(20):
        while True:
            try:
                await party.host.ask("replay")
            except Refusal as refusal:
                if refusal.code != "replay.none":
                    raise
                await asyncio.sleep(0.1)
            else:
                return
