"""The names of standard cards: a rank and a suit, `2S` to `10S`, `JS`, `QS`, `KS`, `AS`, and two jokers.

The client draws cards with these names.
"""

from __future__ import annotations

from typing import Final

SUITS: Final = ("S", "H", "C", "D")
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DECK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
JOKERS: Final = ("SJ", "BJ")
"""The small one and the big one."""


def rank_of(card: str) -> str:
    """`10` of `10H`; a joker is its own rank."""
    return card if card in JOKERS else card[:-1]


def suit_of(card: str) -> str:
    """`H` of `10H`; jokers have none."""
    return "" if card in JOKERS else card[-1]


def strength(card: str) -> int:
    """The place of the card's rank from the two up to the ace, then the jokers."""
    return (RANKS + JOKERS).index(rank_of(card))
