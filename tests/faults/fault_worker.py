"""A worker that a test may kill or freeze: it moves in rooms or wakes them, and notes each move that was accepted."""

from __future__ import annotations

import asyncio
import json
import os
import sys

from server.store.address import Address
from server.store.store import Store
from server.store.types import Unavailable
from tests.faults.guards import tuned
from tests.faults.moves import loaded, move


async def play(store: Store, room: str, name: str, history: int) -> None:
    document = await loaded(store, room)
    n = 0
    while True:
        n += 1
        document, version = await move(store, room, document, name, n)
        os.write(history, json.dumps([room, version, name, n]).encode() + b"\n")
        await asyncio.sleep(0)


async def main() -> None:
    task = json.loads(sys.argv[1])
    address = Address(**task["address"])
    tuning = tuned(task.get("without", ()), task.get("skew", 0))
    history = os.open(task["history"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    while True:
        try:
            store = await Store.open(address, worker=task["name"], replicas=task.get("replicas", 0), tuning=tuning)
            break
        except Unavailable:
            await asyncio.sleep(0.05)

    async def on_wake(room: str, at: int) -> None:
        now = store.now()
        document = await store.load(room)
        await asyncio.sleep(task.get("think", 0.02))  # as a bot does, so that there is something to kill
        if document is not None and document.version == 1:  # the wake belongs to the first version
            _, version = await move(store, room, document, "clock", 1)
            if version:
                os.write(history, json.dumps([room, version, at, now]).encode() + b"\n")

    work = [asyncio.create_task(play(store, room, task["name"], history)) for room in task.get("rooms", ())]
    if task.get("wakes"):
        store.wake_rooms(on_wake)
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    for one in work:
        one.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    await store.close()


asyncio.run(main())
