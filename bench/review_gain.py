#!/usr/bin/env python3
"""What following the reviews brings: a player that takes the review's word, against the same one without.

bench/review_gain.py uno                      mirrored deals for four minutes, or until it is decided
bench/review_gain.py shandong --minutes 10    teams of two, from K on

With `PYTHONPATH=build/release` it measures the release, whose reviews look further in the same time.

Wherever a review calls a decision clearly worse, the first player does what the review would have done. Prints a line
of JSON: the share of wins and the points a round, with 95 % intervals over whole deals; even is one half, and nought.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any, Final

from games.api import AnyGame, BotSeat, Case, Plan, Seat
from games.catalog import installed
from games.chance import Chance
from games.kit.arena.players import LevelPlayer, Maker, Seen, maker_of
from games.kit.arena.series import Series, is_decided
from games.kit.arena.tally import Tally
from games.kit.promise import options_of, pack
from games.reviewing import best_level, dealer_of, reviewer_of

Json = Any
FOLLOWS: Final = "follows reviews"
SEATS: Final = {"uno": 2, "shandong": 4}
OPTIONS: Final[dict[str, dict[str, Json]]] = {"uno": {}, "shandong": {"startLevel": "K"}}
"""Short matches."""


class Following(LevelPlayer):
    """Plays like its level, but takes the word of the review."""

    reviewed = followed = 0
    """By all of this process."""

    def __init__(self, game: AnyGame, seat: Seat, chance: Chance, level: str) -> None:
        super().__init__(game, seat, chance, level)
        self.remembered = b""

    def plan(self, seen: Seen) -> Plan[Any]:
        self._remember(seen)
        plan = super().plan(seen)
        if plan.action is None or self.seat not in self.game.to_act(seen.state):
            return plan
        found = self._judged(seen, plan.action)
        Following.reviewed += found is not None
        if found is None or not found.clear:
            return plan
        Following.followed += 1
        return Plan(found.best, plan.think_ms, plan.memory)

    def _judged(self, seen: Seen, action: Any) -> Any:
        game, seat = self.game, self.seat
        review, dealer = reviewer_of(game), dealer_of(game)
        assert review is not None
        assert dealer is not None
        deal = dealer(seen.table, seen.own, seat, pack(seen.state))
        case = Case(game, seen.table, seen.own, seat, self.remembered, deal, seen.now, action)
        return review(case, Chance(self.chance.secret()))

    def _remember(self, seen: Seen) -> None:
        """What the bot that judges has heard in this seat."""
        game = self.game
        assert game.bot is not None
        chance = Chance(b"heard")
        seat = BotSeat(self.seat)
        self.remembered = game.bot(
            seen.table, seen.own, seat, seen.events, self.remembered, chance, best_level(game)
        ).memory


def series(game: AnyGame, names: list[str], makers: list[Maker], seed: str) -> Series:
    options = options_of(game, next(iter(game.presets)), len(makers), OPTIONS[game.id])
    return Series(game, names, makers, options, seed)


def _following(level: str) -> Maker:
    return lambda game, seat, chance: Following(game, seat, chance, level)


def one_deal(game_id: str, level: str, seed: str, number: int) -> tuple[Tally, int, int]:
    Following.reviewed = Following.followed = 0
    game, seats = installed(only=[game_id])[game_id], range(SEATS[game_id])
    names = [level if seat % 2 else FOLLOWS for seat in seats]
    makers = [maker_of(game, level) if seat % 2 else _following(level) for seat in seats]
    tally = series(game, names, makers, seed).deal(number)
    return tally, Following.reviewed, Following.followed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=SEATS)
    parser.add_argument("--level", default="normal")
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--deals", type=int, default=1_000, help="at most")
    parser.add_argument("--seed", default="review")
    parser.add_argument("--processes", type=int, default=2)
    a = parser.parse_args()
    until, tally, reviewed, followed = time.monotonic() + 60 * a.minutes, Tally(), 0, 0
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(a.processes, mp_context=spawn) as pool:
        for first in range(0, a.deals, a.processes):
            numbers = range(first, min(a.deals, first + a.processes))
            work = [pool.submit(one_deal, a.game, a.level, a.seed, number) for number in numbers]
            for one in work:
                deal, *counted = one.result()
                tally.join(deal)
                reviewed, followed = reviewed + counted[0], followed + counted[1]
                decided = is_decided(tally, 1 / SEATS[a.game])  # partners share their wins
                if decided:
                    break
            if decided or time.monotonic() > until:
                break
    print(json.dumps({"game": a.game, "level": a.level, **figures(tally, reviewed, followed)}))
    return 0


def figures(tally: Tally, reviewed: int, followed: int) -> dict[str, Json]:
    score = tally.scores[0]
    side = len(tally.scores) / 2  # of partners, each of whom is booked a part of the win
    return {
        "deals": tally.deals,
        "games": score.games,
        "share": round(score.rate * side, 4),
        "interval": [round(bound * side, 4) for bound in score.interval],
        "points": round(score.points.mean, 3),
        "points_interval": [round(bound, 3) for bound in score.points.around()],
        "reviewed": reviewed,
        "followed": followed,
        "machine_s": round(tally.seconds),
    }


if __name__ == "__main__":
    sys.exit(main())
