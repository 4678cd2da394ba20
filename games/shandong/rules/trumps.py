"""What is trump at a level, and the tables that follow from it (shandong.md 3 and 4)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.shandong.options import Rules

from .adjacency import permanent_ranks, rain_runs, sequential_values
from .cards import BIG_JOKER, CARDS, KINDS, RANK_INDEX, SMALL_JOKER, TRUMP

_ROWS: Final = {RANK_INDEX["5"]: 994, RANK_INDEX["3"]: 992, RANK_INDEX["2"]: 990}
"""Values of the off-suit permanent trumps; those in the trump suit are one higher."""
_LOWEST_CONSTANT: Final = 990


class Trumps:
    """Level, trump suit and rules, with everything that can be precomputed from them."""

    __slots__ = (
        "constants",
        "effective",
        "eligible",
        "level",
        "masks",
        "rain_runs",
        "rules",
        "sequence",
        "suit",
        "suit_trumps",
        "values",
    )

    def __init__(self, level: int, suit: int | None, rules: Rules) -> None:
        self.level: Final = level
        """Rank index 0..12."""
        self.suit: Final = suit
        """0..3, None without a trump suit."""
        self.rules: Final = rules
        permanent = tuple(r for r in permanent_ranks(rules) if r != level)
        self.eligible: Final = (level, *sorted(permanent, reverse=True))
        """Ranks of flashes: the level, then 5, 3, 2."""
        values = [_value(kind, level, suit, permanent) for kind in range(KINDS)]
        self.values: Final = tuple(values[c >> 1] for c in range(CARDS))
        """card_value of every card."""
        # a plain card is worth at most 14 (an ace), any trump at least 902
        self.effective: Final = tuple(TRUMP if self.values[c] > 900 else c // 26 for c in range(CARDS))
        """Effective suit of every card."""
        # Lists, which views use without copying: unchanged ones are then recognised by identity.
        self.constants: Final = [kind for kind in range(KINDS) if values[kind] >= _LOWEST_CONSTANT]
        """The kinds that are always trump: jokers, the level, the permanent ranks."""
        self.suit_trumps: Final = [kind for kind in range(KINDS) if 900 < values[kind] < _LOWEST_CONSTANT]
        """The other kinds of the trump suit."""
        self.masks: Final = tuple(sum(1 << c for c in range(CARDS) if self.effective[c] == e) for e in range(5))
        """Bit set of every effective suit."""
        self.sequence: Final = sequential_values(level, suit, rules)
        """Sequential value of the pair of every kind, 0 = none."""
        self.rain_runs: Final = rain_runs(level, rules)
        """Runs of at least five neighbouring ranks that a rain may use."""


def _value(kind: int, level: int, suit: int | None, permanent: tuple[int, ...]) -> int:
    if kind >= SMALL_JOKER:
        return 999 if kind == BIG_JOKER else 998
    kind_suit, rank = divmod(kind, 13)
    own = int(kind_suit == suit)
    if rank == level:
        return 996 + own
    if rank in permanent:
        return _ROWS[rank] + own
    return (900 if own else 0) + rank + 2


@lru_cache(maxsize=128)
def trumps_for(level: int, suit: int | None, rules: Rules) -> Trumps:
    """The (cached) context for this level (rank index), trump suit (0..3 or None) and rules."""
    return Trumps(level, suit, rules)


def is_card_trump(card: int, trumps: Trumps) -> bool:
    return trumps.effective[card] == TRUMP


def effective_suit(card: int, trumps: Trumps) -> int:
    """0..3, or TRUMP."""
    return trumps.effective[card]


def get_card_value(card: int, trumps: Trumps) -> int:
    """The value of a card, to be compared within one effective suit (4)."""
    return trumps.values[card]


def get_sequential_value(card: int, trumps: Trumps) -> int | None:
    """The sequential value of the pair that this card belongs to; None: adjacent to nothing (5.1)."""
    return trumps.sequence[card >> 1] or None
