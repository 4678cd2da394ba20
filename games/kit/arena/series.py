"""Mirrored deals: each is played once with every bot in every seat, so that luck of the cards cancels out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any, Final

from ...api import AnyGame, Json
from ..promise import options_of
from .figures import Z
from .match import Played, play_match
from .players import Maker, maker_of
from .tally import Deal, Score, Tally

Z_EARLY: Final = 2.81
"""Repeated checks of growing results raise the odds of a chance finding; a wider interval (99.5 %) compensates."""
_FIRST_LOOK: Final = 64


@dataclass(frozen=True, slots=True)
class Series:
    """The players, the rules and the seed."""

    game: AnyGame
    names: Sequence[str]
    makers: Sequence[Maker]
    options: Any
    seed: str
    repeats: bool = True
    """Do the same bots in the same seats play the same match again? Programs from outside need not."""

    def deal(self, number: int) -> Tally:
        """One deal, in every seating."""
        began = process_time()
        seats = len(self.names)
        deal = Deal(self.names)
        known: dict[tuple[str, ...], Played] = {}
        for turn in range(seats):
            sitting = [(seat + turn) % seats for seat in range(seats)]
            names = tuple(self.names[entry] for entry in sitting)
            if names not in known or not self.repeats:
                makers = [self.makers[entry] for entry in sitting]
                known[names] = play_match(self.game, self.options, makers, f"{self.seed}/{number}".encode())
            deal.book(known[names], sitting)
        return deal.tally(process_time() - began)

    def deals(self, first: int, last: int) -> Tally:
        """The deals from `first` up to, but not including, `last`."""
        tally = Tally()
        for number in range(first, last):
            tally.join(self.deal(number))
        return tally


def series_of(
    game: AnyGame,
    levels: Sequence[str],
    seed: str,
    *,
    preset: str = "",
    overrides: Mapping[str, Json] | None = None,
) -> Series:
    """One of the game's levels in each seat."""
    options = options_of(game, preset or next(iter(game.presets)), len(levels), overrides)
    return Series(game, levels, [maker_of(game, level) for level in levels], options, seed)


def arena(
    game: AnyGame,
    levels: Sequence[str],
    games: int,
    seed: str,
    *,
    preset: str = "",
    overrides: Mapping[str, Json] | None = None,
) -> list[Score]:
    """At least this many matches with one bot of each level. The seed makes the figures reproducible."""
    series = series_of(game, levels, seed, preset=preset, overrides=overrides)
    return series.deals(0, deals_for(games, len(levels))).scores


def deals_for(games: int, seats: int) -> int:
    """The number of whole deals for at least this many games."""
    return -(-games // seats)


def is_decided(tally: Tally, share: float) -> bool:
    """Is the first bot's share of wins so clearly above or below this one that nothing more need be played?

    Checked whenever the number of deals has doubled.
    """
    if tally.deals < _FIRST_LOOK or tally.deals & (tally.deals - 1):
        return False
    low, high = tally.scores[0].wins.share(max(Z, Z_EARLY))
    return share < low or high < share
