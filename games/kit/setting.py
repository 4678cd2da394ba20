"""The setting of match number n of a run: who plays, by which rules, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from ..api import AnyGame, Json
from ..chance import Chance
from .choices import allowed_seats, drawn_overrides

By = Literal["random", "list", "bots"]
CUT: Final = 400
"""Actions after which most matches are abandoned: another match shows more."""
WHOLE: Final = 20_000
"""Actions after which a match ought to be over."""
PONDERS: Final = 6
"""Calls to `ponder` in a match: each takes a few tenths of a second."""
UNDISTURBED: Final = (0, 1, 3, 5)
"""Laps of the presets in which the largest and the smallest tables play; the last ones play to the end."""
OF_BOTS: Final = 2
"""The first lap that bots play; after it, they play every fourth one."""
TROUBLED: Final = (0, 40, 8)


@dataclass(frozen=True, slots=True)
class Setting:
    """`by`: whether seats draw random actions, take what their views list, or are bots of these `levels`."""

    seed: str
    preset: str
    players: int
    by: By = "random"
    overrides: Mapping[str, Json] = field(default_factory=dict)
    levels: Sequence[str] = ()
    trouble: int = 0
    """People come and go on average once in this many actions; 0: never."""
    taste: bool = False
    """Seats prefer some kinds of action to others, so that rare actions become frequent."""
    limit: int = WHOLE

    def __str__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.overrides.items())
        players = f"{self.players} bots of {', '.join(self.levels)}" if self.by == "bots" else f"{self.players} players"
        return f"preset {self.preset}{options}, {players}"


def first_of_bots(game: AnyGame) -> int:
    """The number of the first match that bots play."""
    return OF_BOTS * len(game.presets)


def setting(game: AnyGame, seed: str, number: int) -> Setting:
    """Match `number` of the run with this seed. Each lap has every preset once."""
    name = f"{seed}/{number}"
    whim = Chance(name.encode())
    presets = list(game.presets)
    preset, lap = presets[number % len(presets)], number // len(presets)
    seats = allowed_seats(game, preset, {})
    if lap in UNDISTURBED:
        return Setting(name, preset, seats[UNDISTURBED.index(lap) % 2 - 1], limit=CUT if lap < 2 else WHOLE)
    overrides = drawn_overrides(game, preset, whim) if whim.chance(1, 2) else {}
    players = whim.choice(allowed_seats(game, preset, overrides))
    if game.bot_levels and lap % 4 == OF_BOTS:
        alone = game.bot_levels[(number // 4) % len(game.bot_levels)]
        levels = [whim.choice(game.bot_levels) for _ in range(players)] if whim.chance(1, 2) else [alone]
        return Setting(name, preset, players, "bots", overrides, levels, limit=CUT)
    by: By = "list" if game.listed is not None and not game.timely and lap % 4 == 3 else "random"
    trouble = whim.choice(TROUBLED)
    return Setting(name, preset, players, by, overrides, (), trouble, taste=whim.chance(1, 2), limit=CUT)
