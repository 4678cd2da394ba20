#!/usr/bin/env python3
"""Rooms of thinking bots beside people, on one worker: how late its event loop runs, and how long people's moves take.

bench/thinking.py                    50 rooms of Shandong Upgrade's strong bots, with the release (`make release`)
bench/thinking.py --source           the sources
bench/thinking.py --release FOLDER   a release that has been made before
bench/thinking.py --rooms 8 --people 4 --warmup 8 --seconds 10 --reps 1

Every repetition measures people alone first, then with the bots, on a worker of its own each time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any, Final

import aiohttp
from run import HERE, ROOT, folder_in, free_port, wait_for

from server.client.room_client import RefusedByServer, RoomClient

Json = Any
PAUSE_S: Final = 0.4
"""Between what somebody sees and their move; each takes between half and one and a half times as long."""
DEALING: Final = {"dealIntervalMs": 60}
"""Less time for dealing: it is thinking that is measured."""
COLORS: Final = ("red", "yellow", "green", "blue")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", action="store_true", help="measure the sources; otherwise run `make release` first")
    parser.add_argument("--release", type=Path, default=ROOT / "build" / "release", help="where one has been made")
    parser.add_argument("--rooms", type=int, default=50, help="of four bots each")
    parser.add_argument("--level", default="strong")
    parser.add_argument("--people", type=int, default=20, help="rooms of two people each")
    parser.add_argument("--warmup", type=float, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--reps", type=int, default=3)
    parser.add_argument("--out", type=Path, help="append what was measured as a line of JSON")
    a = parser.parse_args()
    code = ROOT if a.source else a.release.resolve()
    alone, beside = Sample(), Sample()
    for _ in range(a.reps):
        for rooms, sample in ((0, alone), (a.rooms, beside)):
            measure(sample, code, rooms, a)
            print(rooms, "rooms of bots:", sample, file=sys.stderr, flush=True)
    found = {"alone": alone.figures(), "beside": beside.figures()}
    if a.out:
        with a.out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(found) + "\n")
    return 0


class Sample:
    """What was seen in one or more runs."""

    def __init__(self) -> None:
        self.moves: list[float] = []
        """Seconds from sending a person's move to its answer."""
        self.lags: dict[float, float] = {}
        """How often the event loop ran at most so late, by seconds."""
        self.steps = 0.0
        self.seconds = 0.0
        self.refused = 0

    def figures(self) -> dict[str, Json]:
        return {
            "moves": len(self.moves),
            "p50_ms": round(self.move(0.5) * 1e3, 2),
            "p99_ms": round(self.move(0.99) * 1e3, 2),
            "looks": round(self.lags.get(float("inf"), 0)),
            "lag_p99_ms": self.lag(0.99) * 1e3,
            "steps_s": round(self.steps / self.seconds, 1) if self.seconds else 0.0,
            "refused": self.refused,
        }

    def __str__(self) -> str:
        return json.dumps(self.figures())

    def move(self, part: float) -> float:
        return sorted(self.moves)[int(part * (len(self.moves) - 1))] if self.moves else 0.0

    def lag(self, part: float) -> float:
        """The smallest of the worker's bounds below which this part of all looks lies."""
        looks = self.lags.get(float("inf"), 0)
        return min(bound for bound, count in self.lags.items() if count >= part * looks)


def measure(sample: Sample, code: Path, rooms: int, a: argparse.Namespace) -> None:
    with worker(code) as url:
        watch = multiprocessing.get_context("spawn")
        begun, done = watch.Event(), watch.Event()
        company = watch.Process(target=watched, args=(url, rooms, a.level, begun, done))
        company.start()
        try:
            assert begun.wait(60), "the bots' rooms did not begin"
            asyncio.run(people(url, a.people, a.warmup, a.seconds, sample))
        finally:
            done.set()
            company.join(20)


@contextmanager
def worker(code: Path) -> Iterator[str]:
    """A worker whose store is kept in memory."""
    port = free_port()
    with folder_in("memory") as folder:
        env = {
            **os.environ,
            "PYTHONPATH": f"{code}:{HERE / 'servers'}",
            "PAIJU_DATA": str(folder),
            "PAIJU_SOCKETS_PER_ADDRESS": "100000",
            "PAIJU_LOG": "error",
        }
        words = [sys.executable, str(HERE / "servers" / "paiju.py"), "--port", str(port), "--host", "127.0.0.1"]
        process = subprocess.Popen(words, env=env, cwd=ROOT)
        try:
            wait_for(port, process)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


# --- the bots' rooms, in a process of their own: what their watchers are told must not slow the people down ---


def watched(url: str, rooms: int, level: str, begun: Event, done: Event) -> None:
    asyncio.run(_watched(url, rooms, level, begun, done))


async def _watched(url: str, rooms: int, level: str, begun: Event, done: Event) -> None:
    """Begin the rooms and listen to them, without a look at what is told."""
    async with aiohttp.ClientSession() as session:
        listening = [asyncio.create_task(_drain(await bots_alone(session, url, level))) for _ in range(rooms)]
        begun.set()
        await asyncio.to_thread(done.wait)
        for task in listening:
            task.cancel()


async def bots_alone(session: aiohttp.ClientSession, url: str, level: str) -> aiohttp.ClientWebSocketResponse:
    """A room of four bots with its host watching."""
    socket = await session.ws_connect(f"{url}/api/v1/ws")
    await socket.send_json({"id": 1, "kind": "hello", "protocol": 1})
    room = {"game": "shandong", "name": "Host", "options": DEALING, "bots": 3, "level": level}
    code = (await _asked(socket, 2, "create", **room))["code"]
    await _asked(socket, 3, "enter", room=code, name="Host")
    await _asked(socket, 4, "stand")
    await _asked(socket, 5, "bot", seat=0, level=level)
    await _asked(socket, 6, "start")
    return socket


async def _asked(socket: aiohttp.ClientWebSocketResponse, number: int, kind: str, **fields: Json) -> Json:
    await socket.send_json({"id": number, "kind": kind, **fields})
    while True:
        told = await socket.receive_json()
        if told.get("re") == number:
            return told["ok"]


async def _drain(socket: aiohttp.ClientWebSocketResponse) -> None:
    async for _ in socket:
        pass


# --- people ---


async def people(url: str, rooms: int, warmup: float, seconds: float, sample: Sample) -> None:
    """Pairs play UNO, a move every little while; what they wait for is measured once all is under way."""
    chance = random.Random(rooms)
    moves: list[tuple[float, float]] = []
    pairs = [await pair(url) for _ in range(rooms)]
    playing = [asyncio.create_task(play(one, moves, sample, chance)) for two in pairs for one in two]
    await asyncio.sleep(warmup)
    began, before = time.perf_counter(), metrics(url)
    await asyncio.sleep(seconds)
    after = metrics(url)
    for task in playing:
        task.cancel()
    over = [error for error in await asyncio.gather(*playing, return_exceptions=True) if isinstance(error, Exception)]
    for two in pairs:
        for one in two:
            await one.close()
    if over:
        raise over[0]
    sample.moves += [took for at, took in moves if at >= began]
    sample.seconds += seconds
    sample.steps += after["paiju_decide_seconds_count"] - before["paiju_decide_seconds_count"]
    for name in after:
        if name.startswith("paiju_loop_lag_seconds_bucket"):
            bound = float(name.split('"')[1])
            sample.lags[bound] = sample.lags.get(bound, 0) + after[name] - before[name]


async def pair(url: str) -> tuple[RoomClient, RoomClient]:
    host, guest = RoomClient(url), RoomClient(url)
    await host.connect()
    await guest.connect()
    code = (await host.ask("create", game="uno", name="Host", options={"turnSeconds": 0}))["code"]
    await host.enter(code, "Host")
    await guest.enter(code, "Guest")
    await host.ask("start")
    return host, guest


async def play(one: RoomClient, moves: list[tuple[float, float]], sample: Sample, chance: random.Random) -> None:
    """Some legal move whenever there is one, after a while; another match after each."""
    while True:
        if one.room["phase"] == "over":
            with suppress(RefusedByServer):  # the other one has asked first, and it has begun
                await one.ask("rematch")
            await one.news()
            continue
        legal = one.own["legalActions"] if one.own else []
        if not legal:
            await one.news()
            continue
        await asyncio.sleep(PAUSE_S * chance.uniform(0.5, 1.5))
        legal = one.own["legalActions"] if one.own else []
        if not legal:
            continue
        began = time.perf_counter()
        answer = await one.act(action_of(legal[0], chance))
        moves.append((began, time.perf_counter() - began))
        sample.refused += "refused" in answer


def action_of(legal: Json, chance: random.Random) -> Json:
    """A listed action as a player would send it."""
    payload: dict[str, Json] = {}
    if legal["cardId"] is not None:
        payload["cardId"] = legal["cardId"]
    if legal["needsColor"]:
        payload["chosenColor"] = chance.choice(COLORS)
    if legal["needsTarget"]:
        payload["swapTargetId"] = legal["targets"][0]
    if legal["action"] == "CHOOSE_COLOR":
        payload["color"] = chance.choice(COLORS)
    if legal["action"] == "CHALLENGE_UNO":
        payload["targetPlayerId"] = legal["targetPlayerId"]
    return {"action": legal["action"], "payload": payload}


def metrics(url: str) -> dict[str, float]:
    with urllib.request.urlopen(f"{url}/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}


if __name__ == "__main__":
    sys.exit(main())
