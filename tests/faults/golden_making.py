"""Makes the rooms of golden_rooms.py with a release and keeps them for all later versions. Kept files are never written
again; each release gets a new one, before the next commit that touches what is stored:

    RELEASE=build/release .venv/bin/python -m tests.faults.golden_making tests/faults/golden/release-N.json

It takes about three minutes: people go away for good after half a minute, and strong bots play whole matches.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from server.rooms.document import SCHEMA, Cold, Hot, decode_cold, decode_hot
from server.store.admin import ask_all
from server.store.keys import code_key, room_keys
from tests.faults.golden_arena import ARENA, Pair
from tests.faults.golden_party import Party, Recipe
from tests.faults.golden_rooms import ROOMS, away, ended
from tests.faults.golden_rules import never_changed, rules
from tests.faults.golden_seen import BEFORE, everything_shown
from tests.faults.golden_store import Key, put_back, squeezed, taken_out
from tests.faults.product_crowd import player_of
from tests.support.plugins import install_first_eights
from tests.support.served import RELEASE, Served
from tests.support.stores import Server, server

Json = Any
UNLIMITED = {"PAIJU_SOCKETS_PER_ADDRESS": "10000"}


@contextlib.asynccontextmanager
async def release(folder: Path, valkey: Server) -> AsyncIterator[Served]:
    """The release, serving over that store."""
    eights = install_first_eights(folder / "eights")
    one = Served(folder, store=f"unix://{valkey.address.path}", env={**UNLIMITED, **ARENA, **eights})
    try:
        await asyncio.to_thread(one.start)
        yield one
    finally:
        one.end()


async def unlimited(valkey: Server) -> None:
    """Lifts the limits for a client that makes this many rooms."""
    while True:
        for pattern in ("pj1:rl:*", "pj1:{win:*"):
            (names,) = await ask_all(valkey.address, ("KEYS", pattern))
            if names:
                await ask_all(valkey.address, ("DEL", *names))
        await asyncio.sleep(0.1)


async def made(valkey: Server, url: str, recipes: Sequence[Recipe]) -> list[Party]:
    """First the rooms that take long, then the others; a few at once."""
    began, rng, at_once = time.monotonic(), random.Random(1), asyncio.Semaphore(8)
    parties = [Party(recipe, url, random.Random(rng.random())) for recipe in recipes]

    async def one(party: Party) -> None:
        async with at_once:
            try:
                await party.made()
            except BaseException:
                print("failed:", party.recipe.name, flush=True)
                raise
        print(f"{time.monotonic() - began:.0f} s", party.code, party.recipe.name, flush=True)

    slow = [party for party in parties if party.recipe.wanted in (ended, away)]
    for wave in (slow, [party for party in parties if party not in slow]):
        await asyncio.gather(*map(one, wave))
    for party in parties:
        for deed in party.recipe.last:
            await deed(party)
    return parties


def documents(keys: dict[str, Key], party: Party) -> tuple[str, Cold, Hot]:
    """The room's id and its two halves."""
    room = keys[code_key(party.code)][1][0]
    flat = keys[room_keys(room).room][1]
    fields = dict(zip(flat[::2], flat[1::2], strict=True))
    cold, hot = (fields[part].encode("latin-1") for part in ("cold", "hot"))
    return room, decode_cold(cold), decode_hot(hot)


async def frozen(valkey: Server, worker: Served, parties: Sequence[Party]) -> tuple[int, dict[str, Key]]:
    """The store at a moment at which every room is as it is wanted."""
    async with asyncio.timeout(90):
        while True:
            os.killpg(worker.process.pid, signal.SIGSTOP)
            now, keys = await taken_out(valkey.address)
            parts = ((party, *documents(keys, party)) for party in parties)
            missing = [party.recipe.name for party, _, cold, hot in parts if not party.recipe.wanted(cold, hot)]
            if not missing:
                return now, keys
            print("not yet:", *missing, sep="\n  ", flush=True)
            os.killpg(worker.process.pid, signal.SIGCONT)
            await asyncio.sleep(0.25)


def kept_of(party: Party, keys: dict[str, Key]) -> Json:
    """A room by itself, its keys taken from those of the store."""
    room, cold, hot = documents(keys, party)
    own = {name: keys.pop(name) for name in sorted(keys) if f":r:{room}" in name}
    people = []
    for one in party.people:
        seat = next((n for n, doc in enumerate(cold.seats) if doc.player == player_of(one.token)), None)
        act = 0 if seat is None else hot.acts[seat].n
        person = {"name": one.name, "token": one.token, "seat": seat, "act": act}
        if one.name in party.gone:
            person["gone"] = True
        if one.name in party.away:
            person["cursor"] = party.away[one.name]
        people.append(person)
    about = {name: party.recipe.create[name] for name in ("password", "watchPassword") if name in party.recipe.create}
    phase = ("lobby", "playing", "over")[cold.phase]
    return {
        "name": party.recipe.name, "game": party.recipe.game, "code": party.code, "id": room, "phase": phase,
        "on": party.recipe.on, "replayed": phase == "over", **about, "people": people, "rules": rules(cold, hot),
        "keys": own,
    }  # fmt: skip


async def all_rooms(folder: Path) -> Json:
    async with server(folder / "made in") as valkey, release(folder / "maker", valkey) as worker:
        limits = asyncio.create_task(unlimited(valkey))
        async with Pair(worker.url) as pair:
            parties = await made(valkey, worker.url, ROOMS)
            await pair.begin()
            now, keys = await frozen(valkey, worker, parties)
            limits.cancel()
            rooms = [kept_of(party, keys) for party in parties]
            kept = {"schema": SCHEMA, "release": name_of_release(), "now": now, "keys": keys, "arena": pair.kept()}
            os.killpg(worker.process.pid, signal.SIGKILL)  # it was frozen, and nothing of it may be written any more
            for party in parties:
                await party.close()
    async with server(folder / "shown from") as valkey:
        whole = dict(keys)
        for room in rooms:
            whole |= room["keys"]
        await put_back(valkey, whole, now - BEFORE)
        async with release(folder / "shower", valkey) as worker:
            for room in rooms:
                room["shown"] = squeezed(await everything_shown(worker.url, room))
                room["keys"] = squeezed(room["keys"])
            kept["arena"]["shown"] = squeezed(await pair.shown(worker.url))
            assert not worker.errors(), worker.errors()
    return {**kept, "keys": squeezed(keys), "rooms": rooms}


def name_of_release() -> str:
    path = [RELEASE] if RELEASE else sys.path
    return next(one.version for one in distributions(name="paiju", path=path))


def written(kept: Json) -> str:
    """One line for each room."""
    rooms = ",\n".join(json.dumps(room, ensure_ascii=False) for room in kept.pop("rooms"))
    return json.dumps(kept, ensure_ascii=False)[:-1] + ',\n"rooms": [\n' + rooms + "\n]}\n"


if __name__ == "__main__":
    target = Path(sys.argv[1])
    assert not target.exists(), "kept files are never written again"
    assert not any(never_changed(ROOMS).values()), never_changed(ROOMS)
    with tempfile.TemporaryDirectory() as temporary:
        target.write_text(written(asyncio.run(all_rooms(Path(temporary)))), encoding="utf-8")
