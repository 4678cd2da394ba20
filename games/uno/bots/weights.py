"""The weight of each feature of `outlook.py`, in rounds won (docs/bots-measured.md explains how we found them).

Many thousands of pairs of positions that differ by one choice were played out on the same cards. The weights fit the
features to the differences, for two players, and for more. Those for more were fitted with four; weights fitted with
six, or in the preset `family`, were hardly better there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .outlook import NAMES

_TWO: Final[Mapping[str, float]] = {
    "n": -0.044, "one": -0.036, "two": 0.036, "three": 0.025, "able1": 0.012, "able2": -0.012, "able3": 0.016,
    "able4": 0.002, "fits3": -0.076, "fits4": -0.069, "wild1": 0.058, "wild2": 0.08, "wild3": 0.054,
    "wild4": 0.043, "symbols2": 0.025, "symbols3": 0.031, "symbols4": 0.033, "colors2": -0.047,
    "colors3": -0.026, "colors4": -0.009, "most": -0.004, "in_color": 0.058, "points": 0.097, "void": 0.036,
    "liked": -0.007, "void_few": 0.06, "liked_few": -0.009, "fitting1": -0.904, "fitting2": -0.479,
    "fitting4": -0.351, "next_part": -0.155, "next1": 0.04, "next2": 0.011, "least1": 0.04, "least2": 0.011,
    "changed": 0.001, "wild_many": -0.026, "wild_few": -0.044, "four_many": -0.068, "four_few": -0.108,
    "draw_two": 0.009, "skip": 0.02, "reverse": 0.02, "value": 0.011, "draw_two_next": -0.005,
    "skip_next": 0.021, "four_next": 0.009, "reverse_next": 0.024, "wild_next": 0.041, "stay": 0.013,
    "keep": 0.018, "draw": -0.014, "wild_only": -0.068, "without_few": -0.02, "without_few_wild": -0.045,
}  # fmt: skip
_MANY: Final[Mapping[str, float]] = {
    "n": -0.029, "one": 0.028, "two": 0.028, "three": 0.034, "able1": 0.057, "able2": 0.008, "able3": -0.01,
    "able4": -0.0, "fits3": -0.009, "fits4": -0.017, "wild1": 0.02, "wild2": 0.15, "wild3": 0.148,
    "wild4": 0.069, "symbols2": 0.001, "symbols3": 0.009, "symbols4": 0.012, "colors2": -0.019, "colors3": 0.007,
    "colors4": 0.008, "most": -0.062, "in_color": 0.008, "points": -0.005, "void": 0.012, "liked": -0.002,
    "void_few": 0.019, "liked_few": -0.022, "fitting1": -0.694, "fitting2": -0.398, "fitting4": -0.402,
    "next_part": -0.059, "next1": 0.138, "next2": 0.014, "least1": -0.079, "least2": 0.01, "changed": 0.003,
    "wild_many": -0.056, "wild_few": -0.101, "four_many": -0.071, "four_few": -0.101, "draw_two": 0.005,
    "skip": 0.007, "reverse": 0.001, "value": 0.001, "draw_two_next": 0.031, "skip_next": 0.014,
    "four_next": 0.07, "reverse_next": 0.014, "wild_next": 0.043, "stay": -0.05, "keep": -0.013, "draw": -0.033,
    "wild_only": -0.027, "without_few": -0.087, "without_few_wild": -0.092,
}  # fmt: skip


def _in_order(weights: Mapping[str, float]) -> tuple[float, ...]:
    return tuple(weights[name] for name in NAMES)


_OF_TWO: Final = _in_order(_TWO)
_OF_MANY: Final = _in_order(_MANY)


def weights_for(players: int) -> tuple[float, ...]:
    """The weights for this number of players, in the order of the features."""
    return _OF_TWO if players == 2 else _OF_MANY
