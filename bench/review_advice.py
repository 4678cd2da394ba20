#!/usr/bin/env python3
"""What the advice of a review is worth: each decision that it calls clearly worse, played on from both ways.

bench/review_advice.py uno                          until 2,000 decisions have been called clearly worse
bench/review_advice.py shandong --decisions 500

With `PYTHONPATH=build/release` it measures the release, whose reviews look further in the same time.

One level plays against itself and follows no advice. Wherever a review calls a decision clearly worse, the round is
played to its end by that level in every seat, from what was done and from what the review would have done: on the cards
really held, which the review did not know, with the same random numbers. Prints a line of JSON: by how much the advice
is better in rounds won and in points a round, with 95 % intervals over whole deals; nought is no better.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Any, ClassVar

import msgspec
from review_gain import SEATS, Following, Json, series

from games.api import AnyGame, Plan, Refused, Seat
from games.catalog import installed
from games.chance import Chance
from games.kit.arena.figures import Ratio
from games.kit.arena.players import LevelPlayer, Seen
from games.kit.promise import pack
from games.playing_out import FOR_TIES, BotsPlayOn, play_out


class Weighing(Following):
    """Plays like its level; keeps what the advice against its decisions is worth."""

    ends = 1
    """How many times each decision is played on from."""
    reviewed = 0
    won: ClassVar[list[float]] = []
    points: ClassVar[list[float]] = []
    """By all of this process, for each decision that was called clearly worse."""

    def __init__(self, game: AnyGame, seat: Seat, chance: Chance, level: str) -> None:
        super().__init__(game, seat, chance, level)
        self.judged_on = b""

    def plan(self, seen: Seen) -> Plan[Any]:
        self._remember(seen)
        plan = LevelPlayer.plan(self, seen)
        known = pack(seen.own)
        if plan.action is None or self.seat not in self.game.to_act(seen.state) or known == self.judged_on:
            return plan
        self.judged_on = known  # bots are asked again after each step of others
        found = self._judged(seen, plan.action)
        Weighing.reviewed += found is not None
        if found is not None and found.clear:
            self._weigh(seen, plan.action, found.best)
        return plan

    def _weigh(self, seen: Seen, done: Any, best: Any) -> None:
        secrets = [self.chance.secret() for _ in range(self.ends)]
        ends = [self._end(seen, action, secret) for secret in secrets for action in (best, done)]
        differences = [(b[0] - d[0], b[1] - d[1]) for b, d in zip(ends[::2], ends[1::2], strict=True) if b and d]
        if differences:
            Weighing.won.append(sum(won for won, _ in differences) / len(differences))
            Weighing.points.append(sum(points for _, points in differences) / len(differences))

    def _end(self, seen: Seen, action: Any, secret: bytes) -> tuple[bool, float] | None:
        """Whether this seat wins the round, and its points; None: the round has not ended."""
        game = self.game
        state = msgspec.msgpack.decode(pack(seen.state), type=game.State)
        try:
            step = game.apply(state, self.seat, action, Chance(secret), seen.now)
            worths, _ = play_out(game, step, seen.now, BotsPlayOn(game, self.level, secret), secret)
        except Refused:  # a bot that forgets what it has seen may not know what is legal
            return None
        if worths is None:
            return None
        won = worths[self.seat] > 0
        return won, (worths[self.seat] - won) * FOR_TIES


def one_deal(game_id: str, level: str, seed: str, ends: int, number: int) -> tuple[int, list[float], list[float]]:
    game, seats = installed(only=[game_id])[game_id], SEATS[game_id]
    Weighing.ends, Weighing.reviewed, Weighing.won, Weighing.points = ends, 0, [], []
    makers = [lambda game, seat, chance: Weighing(game, seat, chance, level)] * seats
    series(game, [level] * seats, makers, seed).deal(number)
    return Weighing.reviewed, Weighing.won, Weighing.points


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=SEATS)
    parser.add_argument("--level", default="baseline")
    parser.add_argument("--decisions", type=int, default=2_000, help="that are called clearly worse")
    parser.add_argument("--ends", type=int, default=8, help="how many times each is played on from")
    parser.add_argument("--minutes", type=float, default=60, help="at most")
    parser.add_argument("--seed", default="advice")
    parser.add_argument("--processes", type=int, default=2)
    a = parser.parse_args()
    began = time.monotonic()
    until, deals, reviewed, won, points = began + 60 * a.minutes, 0, 0, Ratio(), Ratio()
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(a.processes, mp_context=spawn) as pool:
        work: set[Future[Any]] = set()
        while won.many < a.decisions and time.monotonic() < until:
            while len(work) < 2 * a.processes:
                work.add(pool.submit(one_deal, a.game, a.level, a.seed, a.ends, deals))
                deals += 1
            done, work = wait(work, return_when=FIRST_COMPLETED)
            for one in done:
                judged, wins, gains = one.result()
                reviewed += judged
                won.add(sum(wins), len(wins))
                points.add(sum(gains), len(gains))
        pool.shutdown(cancel_futures=True)
    spent = round(a.processes * (time.monotonic() - began))
    found = {"won": rounded(won), "points": rounded(points), "machine_s": spent}
    counted = {"deals": won.deals, "reviewed": reviewed, "clearly_worse": round(won.many)}
    print(json.dumps({"game": a.game, "level": a.level, **counted, **found}))
    return 0


def rounded(ratio: Ratio) -> Json:
    return [round(number, 4) for number in (ratio.mean, *ratio.around())]


if __name__ == "__main__":
    sys.exit(main())
