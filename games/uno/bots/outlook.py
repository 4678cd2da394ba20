"""The features of a position: a hand that must follow a colour and a face, the others' counts, the card played.

Each feature is a number; `weights.py` has its weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.uno.cards import (
    COLOR,
    DRAW_TWO,
    FACE,
    FACE_WILD,
    NUMBER,
    POINTS,
    REVERSE,
    SKIP,
    TYPE,
    VALUE,
    WILD,
    WILD_DRAW_FOUR,
    Card,
)

Features = list[float]
_SYMBOL: Final = 10
"""Faces from here on are not numbers."""


def hand_features(hand: Sequence[Card], color: int, face: int) -> Features:
    """The features of a hand that must follow this colour and face."""
    fits = wilds = symbols = in_color = points = 0
    count = [0, 0, 0, 0]
    for card in hand:
        points += POINTS[card]
        if FACE[card] >= FACE_WILD:
            wilds += 1
            continue
        count[COLOR[card]] += 1
        symbols += FACE[card] >= _SYMBOL
        in_color += COLOR[card] == color
        fits += COLOR[card] == color or FACE[card] == face
    return _counted(len(hand), fits, wilds, symbols, in_color, 4 - count.count(0), max(count), points)


def unknown_features(n: int, fitting: float) -> Features:
    """The features of an unknown hand, taken as average. `fitting`: the share of unseen cards that would fit."""
    return _counted(n, n * fitting, n * 0.07, n * 0.22, n * 0.23, min(4.0, 0.5 + n * 0.6), 0.5 + n * 0.35, n * 11)


def _counted(
    n: int, fits: float, wilds: float, symbols: float, in_color: float, colors: float, most: float, points: float
) -> Features:
    able, one, two, three, many = min(1.0, fits + wilds), float(n == 1), float(n == 2), float(n == 3), float(n > 3)
    return [
        float(n), one, two, three,
        able * one, able * two, able * three, able * many, fits * three / 3, fits * many / n,
        wilds * one, wilds * two, wilds * three, wilds * many,
        symbols * two, symbols * three, symbols * many, colors * two, colors * three, colors * many,
        most / n, in_color / n, points / 100,
    ]  # fmt: skip


def others_features(counts: Sequence[int], fitting: float, void: bool, liked: bool) -> Features:
    """The features of the others' counts, the next player's first. `void`: they are known to lack the colour in force;
    `liked`: they have named it.
    """
    n, least = counts[0], min(counts)
    few = float(n <= 2)
    return [
        float(void), float(liked), void * few, liked * few, fitting * (n == 1), fitting * (n == 2), fitting * (n > 2),
        1 / max(1, n), float(n == 1), float(n == 2), float(least == 1), float(least == 2),
    ]  # fmt: skip


def card_features(card: Card, left: int, following: int, changed: bool, stay: bool) -> Features:
    """The features of the card itself; `stay`: the same seat is on turn again, and has nothing that fits."""
    kind, many, few = TYPE[card], float(left > 2), float(following <= 2)
    wild, four = float(kind == WILD), float(kind == WILD_DRAW_FOUR)
    two, skip, back = float(kind == DRAW_TWO), float(kind == SKIP), float(kind == REVERSE)
    return [
        float(changed), wild * many, wild * (1 - many), four * many, four * (1 - many), two, skip, back,
        VALUE[card] / 10 if kind == NUMBER else 0.0,
        two * few, skip * few, four * few, back * few, wild * few, float(stay), *_NO_WITHOUT,
    ]  # fmt: skip


def without_features(left: int, drawn: bool, wild_only: bool) -> Features:
    """The features of playing nothing; `wild_only`: only wilds would have fitted."""
    few = float(left <= 3)
    return [*_NO_CARD, float(drawn), float(not drawn), float(wild_only), few, few * wild_only]


_NO_CARD: Final = (0.0,) * 15
_NO_WITHOUT: Final = (0.0,) * 5
NAMES: Final = (
    "n", "one", "two", "three", "able1", "able2", "able3", "able4", "fits3", "fits4", "wild1", "wild2", "wild3",
    "wild4", "symbols2", "symbols3", "symbols4", "colors2", "colors3", "colors4", "most", "in_color", "points",
    "void", "liked", "void_few", "liked_few", "fitting1", "fitting2", "fitting4", "next_part", "next1", "next2",
    "least1", "least2", "changed", "wild_many", "wild_few", "four_many", "four_few", "draw_two", "skip", "reverse",
    "value", "draw_two_next", "skip_next", "four_next", "reverse_next", "wild_next", "stay", "keep", "draw",
    "wild_only", "without_few", "without_few_wild",
)  # fmt: skip
"""The names of the features, in order."""
