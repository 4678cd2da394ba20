"""R16: rooms that any release has stored are shown as that release showed them, and go on."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from server.rooms.document import SCHEMA, decode_cold, decode_hot
from tests.faults import golden_arena
from tests.faults.golden_party import CHOICES
from tests.faults.golden_rules import rules
from tests.faults.golden_seen import BEFORE, as_it_was, compared, everything_shown
from tests.faults.golden_store import Key, of_first_form, put_back, unsqueezed
from tests.support.doors import Lean
from tests.support.players import Refusal
from tests.support.playing import over, play
from tests.support.plugins import install_first_eights
from tests.support.served import Served
from tests.support.stores import Server

Json = Any
FOLDER = Path(__file__).parent / "golden"
KEPT = {file.stem: json.loads(file.read_bytes()) for file in sorted(FOLDER.glob("*.json"))}
SHOWN = [name for name, kept in KEPT.items() if "now" in kept]
"""Of which more is kept than what the first of them, schema-1, has."""
AT_ONCE = 20
UNLIMITED = {"PAIJU_SOCKETS_PER_ADDRESS": "10000", **golden_arena.ARENA}


def rooms_of(names: list[str]) -> list[Any]:
    return [pytest.param(room, id=f"{name}: {room['name']}") for name in names for room in KEPT[name]["rooms"]]


def keys_of(kept: Json) -> dict[str, Key]:
    """Everything that its store held."""
    if "keys" not in kept:
        return of_first_form(kept)
    keys = unsqueezed(kept["keys"])
    for room in kept["rooms"]:
        keys |= unsqueezed(room["keys"])
    return keys


@pytest.fixture
async def worker(valkey: Server, tmp_path: Path) -> AsyncIterator[Served]:
    """Not yet started: the store is still to be filled."""
    eights = install_first_eights(tmp_path / "eights")
    one = Served(tmp_path / "worker", store=f"unix://{valkey.address.path}", env={**UNLIMITED, **eights})
    yield one
    one.end()


@pytest.mark.parametrize("name", SHOWN)
async def test_rooms_are_shown_as_the_release_showed_them(valkey: Server, worker: Served, name: str):
    kept = KEPT[name]
    await put_back(valkey, keys_of(kept), kept["now"] - BEFORE)
    await asyncio.to_thread(worker.start)
    for room in kept["rooms"]:
        now, was = await everything_shown(worker.url, room), as_it_was(unsqueezed(room["shown"]))
        assert compared(now, room["name"]) == compared(was, room["name"]), room["name"]
    in_arena = await golden_arena.shown(worker.url, kept["arena"])
    assert json.loads(json.dumps(in_arena)) == unsqueezed(kept["arena"]["shown"])
    assert not worker.errors()


@pytest.mark.parametrize("name", KEPT)
async def test_rooms_of_every_release_go_on(valkey: Server, worker: Served, rng: random.Random, name: str):
    kept = KEPT[name]
    await put_back(valkey, keys_of(kept), kept.get("now"))
    await asyncio.to_thread(worker.start)
    at_once = asyncio.Semaphore(AT_ONCE)

    async def one(room: Json) -> None:
        async with at_once:
            try:
                await goes_on(worker, random.Random(rng.random()), room)
            except Exception as error:
                raise AssertionError(f"{room['name']} does not go on") from error

    work = [one(room) for room in kept["rooms"]]
    if "arena" in kept:
        work.append(golden_arena.plays_on(worker.url, kept["arena"]))
    wrong = [error for error in await asyncio.gather(*work, return_exceptions=True) if error is not None]
    if wrong:
        raise BaseExceptionGroup(f"of {len(work)} rooms", wrong)
    assert not worker.errors()


async def goes_on(worker: Served, rng: random.Random, room: Json) -> None:
    """Everybody who was there comes back to their seat; they play to the end of the match, or a good while."""
    there = [one for one in room["people"] if "cursor" not in one and not one.get("gone")]
    people = [(Lean(f"P{n}", [worker.url], random.Random(rng.random())), was) for n, was in enumerate(there)]
    seated = [(player, was) for player, was in people if was["seat"] is not None]
    players = [player for player, _ in people]
    try:
        for player, was in seated:
            await comes_back(player, was, room["code"])
        sitting = [player for player, _ in seated]
        await set_going(sitting, room)
        for player, was in people:
            if was["seat"] is None:
                await comes_back(player, was, room["code"])
        alone = room.get("phase") == "playing"  # bots and clocks may have ended it meanwhile

        def plays(player: Lean) -> bool:
            return bool(player.belief.table) and (alone or not over(player))

        for player in players:
            await player.until(partial(plays, player))
        await play_on(players, room["game"], room.get("on", -1))
        for player in players:
            async with asyncio.timeout(20):
                while not await player.agrees():
                    pass
    finally:
        for player in players:
            await player.close()


async def comes_back(player: Lean, was: Json, code: str) -> None:
    player.token = was["token"]
    await player.connect(player.url)
    answer = await player.enter(code)
    assert (answer["seat"], answer["act"]) == (was["seat"], was["act"])
    if "hand" in was:
        assert (player.belief.own and player.belief.own["hand"]) == was["hand"]


async def set_going(sitting: list[Lean], room: Json) -> None:
    """A lobby begins, what is over begins again, and a clock that stands goes on."""
    if not sitting:
        return
    seen = sitting[0].belief.named("room")
    if seen["phase"] == "lobby":
        host = next(player for player in sitting if player.belief.seat == seen["host"])
        bots = [seat for seat, one in enumerate(seen["seats"]) if one["sitter"] == "bot"]
        for seat in bots if "on" not in room else []:
            await host.ask("bot", seat=seat, level=None)  # who would take its time
        await host.ask("start")
    elif seen["phase"] == "over":
        for player in sitting:
            try:
                await player.ask("rematch")
            except Refusal as refusal:
                if refusal.code != "match.running":  # all others had asked for it
                    raise
    elif seen["paused"]:
        await sitting[0].ask("pause", on=False)


def progress(player: Lean) -> Json:
    """What changes with every round, trick, turn or card."""
    table = player.belief.named("table")
    return {part: table.get(part) for part in ("phase", "round", "played", "trick", "turnNumber", "counts", "stock")}


async def play_on(players: list[Lean], game: str, frames: int) -> None:
    """Everybody plays, to the end of the match (-1) or for this many frames, a new turn, trick or round among them."""
    first = players[0]
    was_seen, until = progress(first), first.belief.cursor[0] + frames

    def enough() -> bool:
        return over(first) or (frames >= 0 and first.belief.cursor[0] >= until and progress(first) != was_seen)

    tasks = [asyncio.create_task(play(player, CHOICES[game])) for player in players]
    watching = asyncio.create_task(first.until(enough, 120))
    try:
        while not watching.done():
            done, _ = await asyncio.wait([watching, *tasks], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
                if task in tasks:
                    tasks.remove(task)
        watching.result()
    finally:
        for task in (watching, *tasks):
            task.cancel()
        await asyncio.gather(watching, *tasks, return_exceptions=True)


@pytest.mark.parametrize("room", rooms_of(SHOWN))
def test_a_room_plays_by_the_options_it_was_made_with(room: Json):
    """UNO packs its options by the numbers of presets and fields: a new one may only be appended."""
    (fields,) = (key for name, key in unsqueezed(room["keys"]).items() if name.endswith(room["id"]))
    stored = dict(zip(fields[1][::2], fields[1][1::2], strict=True))
    cold, hot = decode_cold(stored["cold"].encode("latin-1")), decode_hot(stored["hot"].encode("latin-1"))
    now = rules(cold, hot)
    assert {name: now[name] for name in room["rules"]} == room["rules"]


def test_this_version_has_kept_its_rooms():
    assert SCHEMA in {kept["schema"] for kept in KEPT.values()}
