"""A full match of Shandong Upgrade from level Q, while workers are killed and people are slow, leave and come back."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.architecture.tree import ROOT
from tests.e2e.shandong_people import Listener, choose, everything_heard, heard_by
from tests.e2e.shandong_referee import Referee
from tests.faults.product_crowd import Crowd, Table, judge
from tests.support.players import Lost, Player
from tests.support.playing import over, play, same_moments, sit_down
from tests.support.served import Served
from tests.support.stores import Server, until

Json = Any
# Without the limit of twenty messages a second, which a person never meets.
HURRIED = (sys.executable, str(ROOT / "bench" / "servers" / "paiju.py"))
KINDS = ["js", "python", "js", "python"]
SLEEPER, LEAVER, WITNESS = 1, 2, 3
RULES = {
    "startLevel": "Q",
    "dealIntervalMs": 5,
    "declareMs": 2_000,
    "counterMs": 2_000,
    "stickMs": 2_000,
    "turnMs": 3_000,
    "buryMs": 5_000,
    "redealPauseMs": 100,
}
OVERTAKEN = {
    *("DEADLINE_PASSED", "WRONG_PHASE", "NOT_YOUR_TURN", "BURY_NOT_YOU", "NOT_ENTITLED"),
    *("ALREADY_DECLARED", "ALREADY_COUNTERED", "ALREADY_PASSED", "NOT_THE_CHOOSER", "match.over"),
}
"""What players may hear when their time runs out, or somebody else is first, while their action is on its way."""


@dataclass
class Evening:
    """Four people at a table on two workers, and what happens to them."""

    players: list[Player]
    workers: list[Served]
    code: str = ""
    idle: set[int] = field(default_factory=set)
    resting: set[int] = field(default_factory=set)
    """Those of the idle who have come to rest: nothing of theirs is on its way."""
    agreed: int = 0
    _playing: dict[int, asyncio.Task[None]] = field(default_factory=dict)

    def choose(self, player: Player) -> Json:
        seat = self.players.index(player)
        if seat in self.idle:
            self.resting.add(seat)
            return None
        self.resting.discard(seat)
        return choose(player)

    async def look(self, player: Player) -> None:
        """Now and then, asks whether what they believe is so."""
        if player.rng.random() < 0.1:
            self.agreed += await player.agrees()

    def sits(self, seat: int, group: asyncio.TaskGroup) -> None:
        self._playing[seat] = group.create_task(play(self.players[seat], self.choose, before=self.look))

    async def seen(self, condition: Callable[[Json, Json], bool]) -> None:
        """Until table and room look like that to the one who stays awake."""
        belief = self.players[WITNESS].belief

        def looks_so() -> bool:
            assert not over(self.players[WITNESS]), "the match was over too early"
            return belief.table is not None and condition(belief.named("table"), belief.named("room"))

        await until(looks_so, 40)

    async def plays(self, seat: int, times: int) -> None:
        """Until somebody has played for this seat so often from now on."""
        heard = heard_by(self.players[WITNESS])

        def played() -> int:
            told = (event for events in heard.values() for event in events)
            return sum(event["type"] == "played" and event["seat"] == seat for event in told)

        enough = played() + times
        await self.seen(lambda *_: played() >= enough)

    async def kill(self, number: int) -> None:
        """kill -9 of a worker; another takes its place, and everybody comes back."""
        self.workers[number].kill()
        await asyncio.to_thread(self.workers[number].start)
        await until(lambda: all(player.here for player in self.players), 30)

    async def sleeps(self, seat: int) -> None:
        """Lets the clock run out twice in a row, so that the engine plays for them until they wake up."""
        self.idle.add(seat)
        await self.seen(lambda table, _: table["presence"][seat] == "auto")
        self.idle.discard(seat)
        self.players[seat].stir()
        await self.seen(lambda table, _: table["presence"][seat] == "present")

    async def leaves(self, seat: int) -> None:
        """Goes away for good, as it seems; a bot sits there."""
        player = self.players[seat]
        self.idle.add(seat)
        await until(lambda: seat in self.resting and player.here, 30)
        self._playing[seat].cancel()
        await player.ask("leave")
        player.belief.cursor, player.belief.seat = [], None
        player.room = ""

    async def returns(self, seat: int, group: asyncio.TaskGroup) -> None:
        """Asks for the seat that was theirs."""
        player = self.players[seat]
        while player.belief.seat != seat:
            with contextlib.suppress(Lost):
                if not player.here:
                    await player.come_back()
                await player.enter(self.code, name=player.name)
                if player.belief.seat is None:
                    await player.ask("sit", seat=seat)
                    await player.until(lambda: player.belief.seat == seat)
        self.idle.discard(seat)
        self.sits(seat, group)


async def what_befalls_them(evening: Evening, group: asyncio.TaskGroup) -> None:
    await evening.seen(lambda table, _: sum(table["handCounts"]) > 20)
    await evening.kill(1)
    await evening.seen(lambda table, _: table["phase"] == "playing")
    await evening.sleeps(SLEEPER)
    await evening.leaves(LEAVER)
    await evening.seen(lambda _, room: room["seats"][LEAVER]["sitter"] == "bot")
    await evening.plays(LEAVER, 2)
    await evening.kill(0)
    await evening.plays(LEAVER, 1)
    await evening.returns(LEAVER, group)


async def test_a_match_outlives_killed_workers_sleepers_and_a_leaver(
    valkey: Server, tmp_path: Path, make: Any, rng: random.Random
) -> None:
    store = f"unix://{valkey.address.path}"
    workers = [Served(tmp_path / f"w{n}", store=store, program=HURRIED) for n in range(2)]
    try:
        await asyncio.gather(*(asyncio.to_thread(worker.start) for worker in workers))
        urls = [worker.url for worker in workers]
        players = [make(kind, f"P{n}", urls) for n, kind in enumerate(KINDS)]
        for n, player in enumerate(players):
            player.url = urls[n // 2]  # one of each kind at each worker
            player.belief = Listener()
        evening = Evening(players, workers)
        try:
            evening.code = await sit_down(players, "shandong", options=RULES)
            for player in players:
                player.belief.moments = {}
            await players[0].ask("start")
            async with asyncio.timeout(85), asyncio.TaskGroup() as group:
                for seat in range(4):
                    evening.sits(seat, group)
                await what_befalls_them(evening, group)
            await all_is_right(evening, valkey, workers, rng)
        finally:
            await asyncio.gather(*(player.close() for player in players))
    finally:
        for worker in workers:
            worker.end()


async def all_is_right(evening: Evening, store: Server, workers: list[Served], rng: random.Random) -> None:
    players = evening.players
    referee = Referee()
    for event in everything_heard(players):
        referee.hear(event)
    tables = [player.belief.named("table") for player in players]
    assert all(table == tables[0] for table in tables)
    assert (tables[0]["phase"], tables[0]["result"]["matchWinner"]) == ("match_end", referee.winner)
    assert referee.timed_out.count(SLEEPER) >= 2
    assert {code for player in players for code in player.refused} <= OVERTAKEN
    for seat, player in enumerate(players):
        assert not Counter(played(player)) - referee.of(seat), "what was accepted was told, once"
        assert await player.agrees(), "what they put together is what the server shows"
    assert evening.agreed, "and so it was in between"
    assert same_moments(players)
    people: list[Any] = [*players]
    crowd = Crowd(store, workers, rng, tables=[Table(people, bots=1, code=evening.code)])
    assert await judge(crowd) == {"lost": [], "twice": [], "broken": []}
    assert not [error for worker in workers for error in worker.errors()]
    print(f"{referee.rounds} rounds, {len(referee.played)} plays, {len(referee.attempted)} throws failed")


def played(player: Player) -> list[tuple[str, ...]]:
    """The cards of every play of theirs that was accepted."""
    accepted = (action for action in player.accepted.values() if action["action"] == "play")
    return [tuple(sorted(action["payload"]["cards"])) for action in accepted]
