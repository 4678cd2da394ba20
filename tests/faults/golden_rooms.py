"""Rooms as this version of the program stores them, kept as test data for all versions to come.

Run by hand when the stored form has changed, before the release that writes it:
`python -m tests.faults.golden_rooms tests/faults/golden/schema-N.json`. Kept files are never written again.
"""

from __future__ import annotations

import asyncio
import base64
import json
import random
import secrets
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from server.rooms.document import SCHEMA
from server.store.commits import Commit
from server.store.entries import Entry
from server.store.keys import META
from server.store.store import Store
from tests.doors import Lean
from tests.faults.product_crowd import WORKER
from tests.players import Player
from tests.playing import crazy_eights, play_all, uno
from tests.served import Served
from tests.stores import Server, server

Json = Any
ROOMS: dict[str, tuple[str, int, dict[str, Json], int]] = {
    # name: game, people, how it is made, moves made in it (-1: to the end)
    "a lobby with a bot and a password": ("crazy-eights", 2, {"bots": 1, "password": "sesame"}, 0),
    "crazy eights in the middle": ("crazy-eights", 3, {}, 8),
    "crazy eights that is over": ("crazy-eights", 2, {}, -1),
    "uno in the middle": ("uno", 4, {"preset": "official-500", "options": {"fillBots": False, "turnSeconds": 0}}, 12),
    "uno with every house rule": ("uno", 3, {"preset": "family", "options": {"turnSeconds": 0}}, 10),
}
CHOICES: dict[str, Callable[[Player], Json]] = {"crazy-eights": crazy_eights, "uno": uno}


def text(data: bytes) -> str:
    return base64.b64encode(data).decode()


async def made(url: str, store: Store, rng: random.Random) -> list[dict[str, Json]]:
    """Each room, brought to where it is wanted; who is in it and what they see."""
    rooms = []
    for name, (game, people, how, moves) in ROOMS.items():
        players = [Lean(f"P{n}", [url], random.Random(rng.random())) for n in range(people)]
        password = {"password": how["password"]} if "password" in how else {}
        host, *others = players
        for player in players:
            await player.connect(url)
        code = (await host.ask("create", game=game, name=host.name, **how))["code"]
        await host.enter(code)
        for player in others:
            await player.enter(code, name=player.name, sit=True, **password)
        if moves:
            await host.ask("start")
            await host.ask("say", text="hello 你好")
        if moves < 0:
            await play_all(players, CHOICES[game])
        for _ in range(max(moves, 0)):
            await move(players, CHOICES[game])
        for player in players:
            await player.agrees()
        room = await store.find(code)
        document = await store.load(room)
        people_there = [seen(player) for player in players]
        rooms.append({"name": name, "game": game, "code": code, "id": room, "people": people_there})
        rooms[-1] |= {"hot": text(document.hot), "cold": text(document.cold)}
        for player in players:
            await player.close()
    return rooms


async def move(players: list[Lean], choose: Callable[[Player], Json]) -> None:
    """One move of whoever may make one; everybody hears of it."""
    for player in players:
        action = choose(player)
        if action is not None:
            at = player.belief.cursor[0]
            await player.act(action)
            for one in players:
                await one.until(lambda one=one, at=at: one.belief.cursor[0] > at)
            return


def seen(player: Player) -> dict[str, Json]:
    hand = player.belief.own and player.belief.own["hand"]
    return {"token": player.token, "seat": player.belief.seat, "act": player.n, "hand": hand}


async def all_rooms() -> dict[str, Json]:
    with tempfile.TemporaryDirectory() as folder:
        async with server(Path(folder) / "store") as valkey:
            one = Served(Path(folder) / "worker", store=f"unix://{valkey.address.path}", program=WORKER)
            one.start()
            store = await Store.open(valkey.address)
            try:
                secret = await store.directory.secret()
                rooms = await made(one.url, store, random.Random(1))
            finally:
                await store.close()
                one.end()
    return {"schema": SCHEMA, "secret": text(secret), "rooms": rooms}


async def put_back(valkey: Server, kept: dict[str, Json]) -> None:
    """A store in which those rooms stand as that version had written them."""
    store = await Store.open(valkey.address, schema=kept["schema"])
    try:
        secret = base64.b64decode(kept["secret"])
        await store._commands.call("HSET", META, "secret", secret)
        for room in kept["rooms"]:
            hot, cold = base64.b64decode(room["hot"]), base64.b64decode(room["cold"])
            entry = Entry(1, secrets.randbits(32), None, {})
            await store.commit(
                Commit(room["id"], secrets.randbits(62), 0, hot, cold, entry, b"", store.now(), None, 3_600_000)
            )
            await store.directory.keep_code(room["id"], room["code"], 3_600_000)
    finally:
        await store.close()


if __name__ == "__main__":
    whole = json.dumps(asyncio.run(all_rooms()), ensure_ascii=False, indent=1)
    Path(sys.argv[1]).write_text(whole + "\n", encoding="utf-8")
