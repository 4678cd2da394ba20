"""The matches that the checks examine: every preset, random options, small and large tables, and trouble."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ..api import AnyGame
from ..chance import Chance
from .choices import drawn_overrides
from .match import Match, Moment, play
from .promise import seats_of

DRAWN: Final = 6
"""The number of matches with random options."""


@dataclass(slots=True)
class Sample:
    """`whole`: matches played to their end; `long`: others, cut short; `looks`: moments examined in each."""

    game: AnyGame
    whole: list[Match]
    long: list[Match]
    looks: int

    def moments(self) -> Iterator[tuple[Match, Moment]]:
        for match in (*self.whole, *self.long):
            step = max(1, len(match.moments) // self.looks)
            for moment in match.moments[::step]:
                yield match, moment
            if match.moments:
                yield match, match.moments[-1]


def sample_of(game: AnyGame, *, seed: str = "kit", looks: int = 60, limit: int = 20_000) -> Sample:
    """Matches of every preset; the seed determines them, so failures can be reproduced."""
    whole: list[Match] = []
    long: list[Match] = []
    for number, preset in enumerate(game.presets):
        seats = seats_of(game, preset)
        for players in sorted({seats[0], seats[len(seats) // 2], seats[-1]}):
            name = f"{seed}/{preset}/{players}"
            if players == seats[0] or number == 0:
                whole.append(play(game, preset, players, name, limit=limit))
            long.append(play(game, preset, players, name, trouble=True, limit=400))
    long += (drawn_match(game, f"{seed}/drawn/{number}") for number in range(DRAWN))
    return Sample(game, whole, long, looks)


def drawn_match(game: AnyGame, name: str) -> Match:
    """A match of some preset with random options; the name decides which."""
    whim = Chance(name.encode())
    preset = whim.choice(list(game.presets))
    overrides = drawn_overrides(game, preset, whim)
    players = whim.choice(seats_of(game, preset, overrides))
    return play(game, preset, players, name, trouble=True, limit=200, overrides=overrides)
