"""Many people at the product: several workers on one store, a nemesis, and a judge who reads the store afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import crazy_eights
import msgpack

from games.api import Refused
from games.chance import Chance
from server.rooms.document import SCHEMA, Hot, decode_cold, decode_hot
from server.rooms.game_codec import encode_state, read_action
from server.rooms.game_options import resolved_options
from server.store.store import Store
from tests.support.doors import Lean
from tests.support.players import Json, Lost, Refusal
from tests.support.playing import crazy_eights as choose
from tests.support.playing import moved_on, over, sit_down
from tests.support.served import FROM_SOURCES, Served
from tests.support.stores import Server, server, until

WORKER = (sys.executable, str(Path(__file__).with_name("product_worker.py")))
GAME = crazy_eights.GAME


class Tabs(Lean):
    """The same person in several tabs, one at each worker; the one that entered last is theirs."""

    def __init__(self, name: str, urls: Sequence[str], rng: random.Random, session: aiohttp.ClientSession) -> None:
        super().__init__(name, urls, rng)
        self.session = session
        self.tabs: dict[str, aiohttp.ClientWebSocketResponse] = {}

    async def connect(self, url: str) -> None:
        ws = self.tabs.get(url)
        if ws is None or ws.closed:
            try:
                async with asyncio.timeout(5):
                    ws = await self.session.ws_connect(url + self.path)
                    await self._greet(ws)
            except (aiohttp.ClientError, OSError, TimeoutError) as error:
                raise Lost from error
            self.tabs[url] = ws
            self._spawn(self._read(ws))
        self.ws, self.url, self.here = ws, url, True

    async def _read(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        async for message in ws:
            if message.type is aiohttp.WSMsgType.TEXT and message.data == "2":
                self._write(ws.send_str("3"))
            elif ws is self.ws:
                self._came(message)
        for url, one in tuple(self.tabs.items()):
            if one is ws:
                del self.tabs[url]
        if ws is self.ws:
            self._asked.clear()
            self.dropped()

    async def hop(self) -> None:
        """Into the tab at another worker, if that one is up."""
        others = [url for url in self.urls if url != self.url]
        try:
            await self.connect(self.rng.choice(others))
        except Lost:
            return
        await self.enter(self.room)

    async def close(self) -> None:
        self.ws, self.here = None, False
        for ws in tuple(self.tabs.values()):
            await ws.close()


@dataclass
class Table:
    """A room, its people, and when it last moved."""

    players: list[Tabs]
    bots: int = 0
    code: str = ""
    moved_at: float = 0.0


@dataclass
class Crowd:
    """The workers, the store, and everybody at the tables."""

    store: Server
    servers: list[Served]
    rng: random.Random
    tables: list[Table] = field(default_factory=list)
    retried: int = 0
    wrong: list[str] = field(default_factory=list)
    enough: bool = False

    @property
    def players(self) -> list[Tabs]:
        return [player for table in self.tables for player in table.players]

    @property
    def accepted(self) -> int:
        return sum(len(player.accepted) for player in self.players)

    async def some_moves(self, more: int, seconds: float = 60) -> None:
        """Wait until this many more have been accepted."""
        goal = self.accepted + more
        await until(lambda: self.accepted >= goal, seconds)

    async def sit(self, session: aiohttp.ClientSession, tables: int, seats: int = 2, bots: int = 0) -> None:
        """Make rooms and begin to play there; `bots` play in each besides those people."""
        urls = [server.url for server in self.servers]
        for number in range(tables):
            people = [Tabs(f"{number}.{n}", urls, random.Random(self.rng.random()), session) for n in range(seats)]
            self.tables.append(Table(people, bots))
        await asyncio.gather(*(self._begin(table) for table in self.tables if not table.code))

    async def _begin(self, table: Table) -> None:
        table.code = await sit_down(table.players, "crazy-eights", bots=table.bots)
        await table.players[0].ask("start")

    def end(self) -> None:
        """It is enough: everybody finishes what they have begun."""
        self.enough = True
        for player in self.players:
            player.stir()

    async def play(self, retry: float = 0.2) -> None:
        """Everybody plays match after match until it is enough."""
        async with asyncio.TaskGroup() as group:
            for table in self.tables:
                for player in table.players:
                    group.create_task(self._player(table, player, retry))

    async def _player(self, table: Table, player: Tabs, retry: float) -> None:
        while not (self.enough and player.pending is None):
            with contextlib.suppress(Lost):
                if not player.here:
                    await player.come_back()
                if player.pending is not None:
                    await player.finish()
                    table.moved_at = asyncio.get_running_loop().time()
                elif over(player):
                    await self._once_more(player)
                elif (action := choose(player)) is not None:
                    at = player.belief.cursor
                    answer = await player.act(action)
                    if answer.get("refused") is None:
                        table.moved_at = asyncio.get_running_loop().time()
                        if player.rng.random() < retry:
                            await self._again(player, answer)
                        await player.until(partial(moved_on, player, at))
                else:
                    await self._news(player)

    async def _again(self, player: Tabs, answer: Json) -> None:
        """The same action with the same number at another worker: the same answer, and nothing else."""
        n = player.n
        await player.hop()
        self.retried += 1
        try:
            again = await player.ask("act", n=n, action=player.accepted[n])
        except Refusal as refusal:
            again = refusal.params
        if again != answer:
            self.wrong.append(f"{player.name} {n}: {answer}, then {again}")

    async def _once_more(self, player: Tabs) -> None:
        at = player.belief.cursor
        try:
            await player.ask("rematch")
        except Refusal as refusal:
            if refusal.code != "match.running":
                raise
        await player.until(lambda: player.belief.cursor != at or self.enough)

    async def _news(self, player: Tabs) -> None:
        at = player.belief.cursor
        await player.until(lambda: player.belief.cursor != at or self.enough)

    async def kill(self, number: int) -> float:
        """kill -9 of one worker, and start it again; when it was killed."""
        self.servers[number].kill()
        at = asyncio.get_running_loop().time()
        await asyncio.to_thread(self.servers[number].start)
        return at

    async def all_agree(self) -> None:
        """What each client has put together is what the server would show them now."""
        for player in self.players:
            async with asyncio.timeout(10):
                while True:
                    try:
                        if not player.here:
                            await player.come_back()
                        if await player.agrees():
                            break
                    except Lost:
                        continue


@contextlib.asynccontextmanager
async def crowd(
    folder: Path,
    rng: random.Random,
    workers: int,
    without: Sequence[str] = (),
    cluster: Server | None = None,
    **environment: str,
) -> AsyncIterator[Crowd]:
    """This many workers, ready, on a private store, or on a cluster of which one node is named."""
    env = {
        "PAIJU_SOCKETS_PER_ADDRESS": "10000",
        "WITHOUT": ",".join(without),
        **(FROM_SOURCES if without else {}),
        **environment,
    }
    async with contextlib.nullcontext(cluster) if cluster else server(folder / "valkey") as store:
        url = f"unix://{store.address.path}" if store.address.path else f"redis://{store.address}"
        served = [Served(folder / f"worker{n}", store=url, program=WORKER, env=env) for n in range(workers)]
        try:
            await asyncio.gather(*(asyncio.to_thread(one.start) for one in served))
            yield Crowd(store, served, rng)
        finally:
            for one in served:
                one.end()


# --- the judge ---


def player_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()[:32]


async def judge(crowd: Crowd) -> dict[str, list[str]]:
    """Hold what clients were told against what is stored: `lost`, `twice`, `broken`."""
    found: dict[str, list[str]] = {"lost": [], "twice": [], "broken": []}
    store = await Store.open(crowd.store.address, schema=SCHEMA)
    try:
        for table in crowd.tables:
            await _judge_room(store, table, found)
    finally:
        await store.close()
    return found


async def _judge_room(store: Store, table: Table, found: dict[str, list[str]]) -> None:
    room = await store.find(table.code)
    document = await store.load(room)
    hot, cold = decode_hot(document.hot), decode_cold(document.cold)
    history = [(version, *msgpack.unpackb(log)[:2]) for version, log in await store.history(room)]
    versions = [version for version, *_ in history]
    if versions != list(range(1, document.version + 1)):
        found["broken"].append(f"{table.code}: versions {versions[:3]}…{versions[-3:]}, not up to {document.version}")
    acts = [(who, said) for _, who, said in history if isinstance(said, dict) and said.get("kind") == "act"]
    for player in table.players:
        me = player_of(player.token)
        mine = [said for who, said in acts if who == me]
        counts = Counter(said["n"] for said in mine)
        found["twice"] += [f"{player.name} {n}" for n, count in counts.items() if count > 1]
        logged = {said["n"]: said["action"] for said in mine}
        found["lost"] += [f"{player.name} {n}" for n, action in player.accepted.items() if logged.get(n) != action]
        seat = next(i for i, s in enumerate(cold.seats) if s.player == me)
        last, unknown = hot.acts[seat].n, {player.pending[0]} if player.pending else set()
        if sorted(logged) != list(range(1, last + 1)) or not last - len(unknown) <= len(player.accepted) <= last:
            found["broken"].append(f"{player.name}: {last} stored, {len(logged)} logged, {len(player.accepted)} told")
    if table.bots:
        return  # the log does not hold what a bot chose, only that its time had come
    try:
        if _replayed(cold, hot, acts) != hot.state:
            found["broken"].append(f"{table.code}: its moves lead elsewhere")
    except Refused as refused:
        found["broken"].append(f"{table.code}: its moves are against the rules: {refused.code}")


def _replayed(cold: Any, hot: Hot, acts: list[tuple[str, Json]]) -> bytes:
    """The state that the last match's actions lead to, by the rules alone."""
    seats = [s.player for s in cold.seats]
    options = resolved_options(GAME, cold.preset, cold.options, len(seats))
    state = GAME.setup(options, ["human"] * len(seats), Chance(hot.secret, 0), 0).state
    count = hot.step - 1  # the first step was the deal
    for step, (who, said) in enumerate(acts[len(acts) - count :], 2):
        action = read_action(GAME, said["action"])
        state = GAME.apply(state, seats.index(who), action, Chance(hot.secret, step), 0).state
    return encode_state(state)
