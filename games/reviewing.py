"""Judging decisions by what their seat knew: would the game's best bot have done better?

What it would have done and what was done are played out in the same guessed deals, with the same chance, so that only
the choice makes a difference. The bot has chosen in other deals than those that judge.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from .api import AnyGame, BotSeat, Case, Judgement, Refused
from .chance import Chance
from .comparing import ROUNDS, judged
from .playing_out import BotsPlayOn, play_out
from .searching_bot import SearchingBot

Reviewer = Callable[[Case, Chance], Judgement | None]


def reviewer_of(game: AnyGame) -> Reviewer | None:
    """What judges decisions in that game; None: nothing can."""
    if game.review is not None:
        return game.review
    if game.guess is not None:
        return SearchingBot(game).review
    return _by_its_bot if game.bot is not None and dealer_of(game) is not None else None


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


def by_bots(case: Case, best: Any, chance: Chance) -> Judgement:
    """Against that, with the best bot in every seat from then on."""
    return judged(case, best, lambda: _gain(case, best, chance), ROUNDS)


def _by_its_bot(case: Case, chance: Chance) -> Judgement | None:
    """By the bot of a game that has no review of its own and cannot guess."""
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
