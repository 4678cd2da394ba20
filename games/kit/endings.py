"""Checks of whole matches: they begin with all the cards, come to an end, and say who has won."""

from __future__ import annotations

from typing import Final

from ..api import Outcome
from ..chance import Chance
from .clocks import LATER_S, clock_at
from .match import START, Match
from .promise import Broken, Doubt, pack, unpack
from .setting import CUT

MANY: Final = 3
"""The number of other deals with which the cards of one are compared."""


def ends(match: Match) -> None:
    """Every match comes to an end."""
    if match.setting is None or match.setting.limit <= CUT or match.ended:
        return
    raise Broken(
        f"not over after {len(match.moments)} actions: let `outcome` answer at last, or the rules stop what can be "
        "repeated for ever"
    )


def deals_the_same_cards(match: Match) -> None:
    """Every deal has the same cards, in another order."""
    game = match.game
    if game.all_cards is None:
        raise Broken("the kit needs Game.all_cards to count the cards")
    first = sorted(map(repr, game.all_cards(unpack(game, match.first))))
    for number in range(MANY):
        chance = Chance(match.secret + b"/other", number)
        other = game.setup(match.options, match.sitters, chance, START).state
        cards = sorted(map(repr, game.all_cards(other)))
        if cards != first:
            lost, new = (sorted(set(a) - set(b)) for a, b in ((first, cards), (cards, first)))
            raise Broken(
                f"two deals with these options have different cards ({len(first)} and {len(cards)}; only in one of "
                f"them {[*lost, *new][:8]}): deal all of one deck, and let all_cards find each of them"
            )
    times = [first.count(card) for card in dict.fromkeys(first)]
    usual = max(set(times), key=times.count)
    odd = [card for card in dict.fromkeys(first) if first.count(card) != usual]
    if len(odd) == 1 and len(times) > 2:
        raise Doubt(f"each card is there {usual} times, but {odd[0]} {first.count(odd[0])} times: is that meant?")


def ranks_every_seat(match: Match) -> None:
    """An outcome ranks each seat once, its winners come first, and its board is one of the game's."""
    outcome = match.game.outcome(unpack(match.game, match.last))
    if outcome is None:
        return
    seats = list(range(len(match.sitters)))
    if outcome.reason:
        match.tally["reason", outcome.reason] += 1
    if sorted(outcome.ranking) != seats:
        raise Broken(f"the ranking {list(outcome.ranking)} is not each of the seats {seats} once")
    winners = list(outcome.winners)
    if not set(winners) <= set(seats) or len(set(winners)) != len(winners):
        raise Broken(f"the winners {winners} are not seats, or one of them is there twice")
    if not winners and outcome.counts:
        raise Broken("the match is over and nobody has won: name the winners (all seats, if nobody is better)")
    if set(outcome.ranking[: len(winners)]) != set(winners):
        raise Broken(f"the winners {winners} do not come first in the ranking {list(outcome.ranking)}")
    if outcome.scores and len(outcome.scores) != len(seats):
        raise Broken(f"the scores {list(outcome.scores)} are not one for each of the {len(seats)} seats")
    if any(type(score) is not int for score in outcome.scores):
        raise Broken(f"the scores {list(outcome.scores)} are not whole numbers")
    if outcome.board and outcome.board not in match.game.boards:
        raise Broken(f"the outcome is for the board {outcome.board}, which Game.boards does not list")
    if match.setting is not None and not match.setting.trouble:
        _agrees(outcome)  # who has left may come last, however many points they had


def _agrees(outcome: Outcome) -> None:
    """A ranking by points goes up or down, but not both."""
    points = [outcome.scores[seat] for seat in outcome.ranking] if outcome.scores else []
    if points not in (sorted(points), sorted(points, reverse=True)):
        raise Doubt(
            f"the ranking {list(outcome.ranking)} goes neither up nor down with the scores {list(outcome.scores)}: "
            "is that meant?"
        )


def begins_again(match: Match) -> None:
    """The same seed deals the same match."""
    with clock_at(LATER_S):
        again = match.game.setup(match.options, match.sitters, Chance(match.secret), START)
    if pack(again.state) != match.first:
        raise Broken(
            "`setup` dealt other cards the second time: chance and time come only from the host (`chance`, `now`)"
        )
