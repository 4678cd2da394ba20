"""What each feature of `outlook.py` is worth, in rounds won (docs/bots-measured.md says how that was found).

Two positions that differ by one choice were played out on the same cards, many thousand times. These are what
the features explain of the differences, for two players, for three or four, and for more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .outlook import NAMES

_TWO: Final[Mapping[str, float]] = {
    "n": -0.026, "one": -0.015, "two": 0.005, "three": 0.023, "able1": 0.077, "able2": -0.0, "able3": 0.006,
    "able4": 0.034, "fits3": -0.071, "fits4": -0.071, "wild1": 0.035, "wild2": 0.119, "wild3": 0.08,
    "wild4": 0.037, "symbols2": 0.022, "symbols3": 0.032, "symbols4": 0.044, "colors2": -0.02, "colors3": -0.011,
    "colors4": -0.01, "most": 0.011, "in_color": 0.05, "points": -0.021, "void": 0.055, "liked": -0.007,
    "void_few": 0.058, "liked_few": -0.034, "fitting1": -0.041, "fitting2": -0.02, "fitting4": -0.077,
    "next_part": -0.024, "next1": -0.056, "next2": -0.0, "least1": -0.056, "least2": -0.0, "changed": -0.003,
    "wild_many": -0.074, "wild_few": -0.06, "four_many": -0.065, "four_few": -0.083, "draw_two": 0.04,
    "skip": 0.021, "reverse": 0.024, "value": -0.004, "draw_two_next": 0.038, "skip_next": 0.017,
    "four_next": 0.072, "reverse_next": 0.007, "wild_next": 0.054, "stay": -0.014, "keep": -0.011, "draw": -0.014,
    "wild_only": -0.055, "without_few": -0.037, "without_few_wild": -0.031,
}  # fmt: skip
_FOUR: Final[Mapping[str, float]] = {
    "n": -0.04, "one": 0.0, "two": 0.0, "three": 0.0, "able1": 0.1, "able2": 0.062, "able3": 0.023, "able4": 0.002,
    "fits3": 0.015, "fits4": -0.027, "wild1": 0.01, "wild2": 0.166, "wild3": 0.124, "wild4": 0.024,
    "symbols2": -0.015, "symbols3": -0.001, "symbols4": -0.003, "colors2": -0.029, "colors3": 0.007,
    "colors4": 0.02, "most": -0.034, "in_color": 0.003, "points": 0.0, "void": 0.019, "liked": -0.003,
    "void_few": 0.043, "liked_few": -0.016, "fitting1": -0.013, "fitting2": -0.019, "fitting4": -0.071,
    "next_part": -0.023, "next1": -0.008, "next2": -0.003, "least1": -0.048, "least2": 0.009, "changed": -0.006,
    "wild_many": -0.081, "wild_few": -0.083, "four_many": -0.087, "four_few": -0.053, "draw_two": 0.015,
    "skip": -0.002, "reverse": -0.006, "value": 0.001, "draw_two_next": 0.019, "skip_next": -0.025,
    "four_next": 0.083, "reverse_next": 0.011, "wild_next": 0.051, "stay": -0.05, "keep": -0.05, "draw": -0.1,
    "wild_only": 0.0, "without_few": 0.0, "without_few_wild": 0.0,
}  # fmt: skip
_MORE: Final[Mapping[str, float]] = {
    "n": -0.04, "one": 0.0, "two": 0.0, "three": 0.0, "able1": 0.1, "able2": 0.05, "able3": 0.03, "able4": 0.04,
    "fits3": 0.0, "fits4": 0.0, "wild1": 0.03, "wild2": 0.1, "wild3": 0.08, "wild4": 0.03, "symbols2": 0.0,
    "symbols3": 0.0, "symbols4": 0.0, "colors2": 0.0, "colors3": 0.0, "colors4": 0.0, "most": 0.0,
    "in_color": 0.03, "points": 0.0, "void": 0.04, "liked": 0.0, "void_few": 0.05, "liked_few": 0.0,
    "fitting1": 0.0, "fitting2": 0.0, "fitting4": 0.0, "next_part": 0.0, "next1": 0.0, "next2": 0.0, "least1": 0.0,
    "least2": 0.0, "changed": -0.005, "wild_many": -0.07, "wild_few": -0.05, "four_many": -0.06, "four_few": -0.04,
    "draw_two": 0.04, "skip": 0.02, "reverse": 0.02, "value": 0.01, "draw_two_next": 0.0, "skip_next": 0.0,
    "four_next": 0.05, "reverse_next": 0.0, "wild_next": 0.0, "stay": -0.05, "keep": -0.05, "draw": -0.1,
    "wild_only": 0.0, "without_few": 0.0, "without_few_wild": 0.0,
}  # fmt: skip


def _in_order(weights: Mapping[str, float]) -> tuple[float, ...]:
    return tuple(weights[name] for name in NAMES)


_BY_PLAYERS: Final = {2: _in_order(_TWO), 3: _in_order(_FOUR), 4: _in_order(_FOUR)}
_OF_MANY: Final = _in_order(_MORE)


def weights_for(players: int) -> tuple[float, ...]:
    """In the order of the features."""
    return _BY_PLAYERS.get(players, _OF_MANY)
