"""Judging decisions by what their seat knew: would the game's best bot have done better?

What it would have done and what was done are played out in the same guessed deals, with the same chance, so that only
the choice makes a difference. The bot has chosen in other deals than those that judge.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any, Final

import msgspec

from .api import AnyGame, BotSeat, Case, Judgement, Refused
from .chance import Chance
from .playing_out import BotsPlayOn, play_out

BATCH: Final = 16
"""Guessed deals between two looks at whether it is decided."""
MOST: Final = 640
SURE: Final = 3.0
"""So many standard errors end the comparison early; the difference is looked at more than once."""
CLEAR: Final = 2.0
"""Standard errors by which something has to be better to be called so."""
ROUNDS: Final = 0.04
"""Of rounds won: less is not worth a word."""

Reviewer = Callable[[Case, Chance], Judgement | None]


def reviewer_of(game: AnyGame) -> Reviewer | None:
    """What judges decisions in that game; None: nothing can."""
    if game.review is not None:
        return game.review
    return _by_the_bot if game.bot is not None and dealer_of(game) is not None else None


def dealer_of(game: AnyGame) -> Callable[[Any, Any, int, bytes], Callable[[Chance], Any]] | None:
    """(table, own, seat, stored state) -> what deals anew all that the seat cannot know; None: the game cannot."""
    guess, redeal = game.guess, game.redeal
    if guess is not None:
        return lambda table, own, seat, _: lambda chance: guess(table, own, seat, chance)
    if redeal is None or game.hides_more:
        return None

    def dealt(stored: bytes, seat: int, chance: Chance) -> Any:
        return redeal(msgspec.msgpack.decode(stored, type=game.State), seat, chance)

    return lambda _, __, seat, stored: lambda chance: dealt(stored, seat, chance)


def best_level(game: AnyGame) -> str:
    """The one whose bot judges."""
    return [level for level in game.bot_levels if level not in game.former_levels][-1]


def with_reason(game: AnyGame, case: Case, judgement: Judgement) -> Judgement:
    """And the plain mistake that was made, if it was one and the better action is not."""
    if not judgement.clear or judgement.why:
        return judgement

    def made(judge: Callable[..., bool | None], action: Any) -> bool:
        return bool(judge(case.table, case.own, case.seat, action))

    mistakes = (name for name, judge in game.blunders.items() if made(judge, case.action))
    why = next((name for name in mistakes if not made(game.blunders[name], judgement.best)), "")
    return msgspec.structs.replace(judgement, why=why)


def judged(best: Any, gains: Callable[[], float], least: float) -> Judgement:
    """How much better that is, by differences of what it brings in fresh deals. Below `least`, nobody is told."""
    found: list[float] = []
    mean = error = 0.0
    while len(found) < MOST:
        found += [gains() for _ in range(BATCH)]
        mean, error = mean_of(found), error_of(found)
        if mean + CLEAR * error < least or mean - SURE * error > least:
            break
    return Judgement(best, mean, error, mean > CLEAR * error and mean >= least)


def mean_of(found: list[float]) -> float:
    return sum(found) / len(found)


def error_of(found: list[float]) -> float:
    """The standard error of the mean."""
    mean = mean_of(found)
    spread = sum([(one - mean) ** 2 for one in found]) / max(1, len(found) - 1)
    return sqrt(spread / len(found))


def by_bots(case: Case, best: Any, chance: Chance) -> Judgement:
    """Against that, with the best bot in every seat from then on."""
    return judged(best, lambda: _gain(case, best, chance), ROUNDS)


def _by_the_bot(case: Case, chance: Chance) -> Judgement | None:
    """By the bot of a game that has no review of its own."""
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


def _gain(case: Case, best: Any, chance: Chance) -> float:
    deal = case.deal(chance)
    if deal is None:
        return 0.0
    stored, secret = msgspec.msgpack.encode(deal), chance.secret()
    return _brought(case, stored, best, secret) - _brought(case, stored, case.action, secret)


def _brought(case: Case, stored: bytes, action: Any, secret: bytes) -> float:
    game, seat = case.game, case.seat
    state = msgspec.msgpack.decode(stored, type=game.State)
    step = game.apply(state, BotSeat(seat), action, Chance(secret), case.now)
    following = BotsPlayOn(game, best_level(game), secret)
    try:
        worths, _ = play_out(game, step, case.now, following, secret)
    except Refused:  # a deal in which a bot does not know what is legal tells nothing
        return 0.0
    return 0.0 if worths is None else worths[seat]
