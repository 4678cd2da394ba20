"""Judges decisions by what their seat knew: would the game's best bot have done better?

The bot's choice and the actual one are played out in the same guessed deals, with the same random numbers, so that only
the choice makes a difference. These are other deals than those in which the bot chose.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any, Final

import msgspec

from . import chance as stream
from .api import AnyGame, BotSeat, Case, Judgement, Refused
from .chance import Chance
from .comparing import ROUNDS, judged
from .playing_out import BotsPlayOn, play_out
from .searching_bot import MOST_S, SearchingBot

FROM_SOURCES: Final = stream.__file__.endswith(".py")
JUDGING: Final = 8_000 if FROM_SOURCES else 40_000
"""The most bots' actions simulated for one decision; this limits its time. A release, whose rules are compiled, is
faster.
"""

Reviewer = Callable[[Case, Chance], Judgement | None]


def reviewer_of(game: AnyGame) -> Reviewer | None:
    """The function that judges decisions in that game; None: nothing can."""
    if game.review is not None:
        return game.review
    if game.guess is not None:
        return SearchingBot(game).review
    return _by_its_bot if game.bot is not None and game.bot_levels and dealer_of(game) is not None else None


def dealer_of(game: AnyGame) -> Callable[[Any, Any, int, bytes], Callable[[Chance], Any]] | None:
    """(table, own, seat, stored state) -> a function that redeals what the seat cannot know; None: the game cannot."""
    guess, redeal = game.guess, game.redeal
    if guess is not None:
        return lambda table, own, seat, _: lambda chance: guess(table, own, seat, chance)
    if redeal is None or game.hides_more:
        return None

    def dealt(stored: bytes, seat: int, chance: Chance) -> Any:
        return redeal(msgspec.msgpack.decode(stored, type=game.State), seat, chance)

    return lambda _, __, seat, stored: lambda chance: dealt(stored, seat, chance)


def best_level(game: AnyGame) -> str:
    """The level whose bot judges."""
    return [level for level in game.bot_levels if level not in game.former_levels][-1]


def by_bots(case: Case, best: Any, chance: Chance) -> Judgement:
    """Judges against `best`, with the best bot in every seat from then on."""
    played = _PlayedOut(case)

    def gain() -> float | None:
        deal = None if played.enough else case.deal(chance)
        if deal is None:
            return None
        stored, secret = msgspec.msgpack.encode(deal), chance.secret()
        return played.brought(stored, best, secret) - played.brought(stored, case.action, secret)

    return judged(case, best, gain, ROUNDS)


class _PlayedOut:
    """The value of actions to the seat, and the number of actions simulated to find it."""

    def __init__(self, case: Case) -> None:
        self.applied = 0
        self._case = case
        self._began = process_time()

    @property
    def enough(self) -> bool:
        return self.applied >= JUDGING or process_time() - self._began > MOST_S

    def brought(self, stored: bytes, action: Any, secret: bytes) -> float:
        case, game = self._case, self._case.game
        state = msgspec.msgpack.decode(stored, type=game.State)
        try:
            step = game.apply(state, BotSeat(case.seat), action, Chance(secret), case.now)
            following = BotsPlayOn(game, best_level(game), secret)
            worths, applied = play_out(game, step, case.now, following, secret)
        except Refused:  # if a bot does not know what is legal in a deal, we learn nothing from it
            self.applied += 1
            return 0.0
        self.applied += applied
        return 0.0 if worths is None else worths[case.seat]


def _by_its_bot(case: Case, chance: Chance) -> Judgement | None:
    """Judges by the bot of a game that has no `review` and cannot guess."""
    game, level, seat = case.game, best_level(case.game), BotSeat(case.seat)
    if game.listed is not None and len(list(game.listed(case.own))) < 2:
        return None
    assert game.bot is not None
    plan = game.bot(case.table, case.own, seat, (), case.memory, chance, level)
    best = plan.action
    if plan.ponder and game.ponder is not None:
        best = game.ponder(case.table, case.own, seat, plan.memory, chance, level)
    if best is None:
        return None
    return Judgement() if best == case.action else by_bots(case, best, chance)
