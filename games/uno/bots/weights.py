"""The weight of each feature of `outlook.py`, in rounds won (docs/bots-measured.md explains how we found them).

Many thousands of pairs of positions that differ by one choice were played out on the same cards. The weights fit the
features to the differences, for two players, and for three or four. Weights fitted for six players were no better
with six, nor with nine.
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
_MANY: Final[Mapping[str, float]] = {
    "n": -0.028, "one": 0.035, "two": 0.011, "three": 0.006, "able1": 0.161, "able2": 0.011, "able3": -0.008,
    "able4": -0.001, "fits3": 0.014, "fits4": -0.033, "wild1": 0.043, "wild2": 0.169, "wild3": 0.116,
    "wild4": 0.019, "symbols2": -0.003, "symbols3": 0.014, "symbols4": 0.008, "colors2": -0.005, "colors3": 0.012,
    "colors4": 0.018, "most": -0.046, "in_color": 0.018, "points": -0.028, "void": 0.017, "liked": 0.004,
    "void_few": 0.036, "liked_few": -0.015, "fitting1": -0.028, "fitting2": -0.029, "fitting4": -0.08,
    "next_part": -0.023, "next1": -0.015, "next2": -0.009, "least1": -0.053, "least2": 0.03, "changed": -0.009,
    "wild_many": -0.079, "wild_few": -0.06, "four_many": -0.095, "four_few": -0.055, "draw_two": 0.016,
    "skip": 0.01, "reverse": 0.002, "value": -0.002, "draw_two_next": 0.009, "skip_next": -0.008,
    "four_next": 0.079, "reverse_next": 0.005, "wild_next": 0.054, "stay": -0.05, "keep": -0.012, "draw": -0.033,
    "wild_only": -0.041, "without_few": -0.084, "without_few_wild": -0.047,
}  # fmt: skip


def _in_order(weights: Mapping[str, float]) -> tuple[float, ...]:
    return tuple(weights[name] for name in NAMES)


_OF_TWO: Final = _in_order(_TWO)
_OF_MANY: Final = _in_order(_MANY)


def weights_for(players: int) -> tuple[float, ...]:
    """The weights for this number of players, in the order of the features."""
    return _OF_TWO if players == 2 else _OF_MANY
