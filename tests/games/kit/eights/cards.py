"""The 52 cards as numbers 0 to 51, suit by suit; their names at the edge are `AS`, `10H`, `KC`."""

from typing import Final, Literal

SuitName = Literal["spades", "hearts", "clubs", "diamonds"]
SUITS: Final[tuple[SuitName, ...]] = ("spades", "hearts", "clubs", "diamonds")
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NAMES: Final = tuple(rank + suit[0].upper() for suit in SUITS for rank in RANKS)
NUMBERS: Final = {name: number for number, name in enumerate(NAMES)}


def suit_of(card: int) -> int:
    return card // 13


def rank_of(card: int) -> int:
    return card % 13


def is_eight(card: int) -> bool:
    return rank_of(card) == 7


def points(hand: list[int]) -> int:
    """What counts against the holder at the end: an eight 50, a court card 10, an ace 1."""
    return sum(50 if is_eight(card) else min(rank_of(card) + 1, 10) for card in hand)
