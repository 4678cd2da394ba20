"""What is trump at a level, and the tables that follow from it (shandong.md 3 and 4)."""

from __future__ import annotations

from .rules_options import Rules


class Trumps:
    """Level, trump suit and rules, with everything that can be computed from them once."""

    level: int  # rank index 0..12
    suit: int | None  # 0..3, None without a trump suit
    rules: Rules
    masks: tuple[int, ...]  # bit set of every effective suit 0..4
    effective: tuple[int, ...]  # effective suit of every card 0..107
    values: tuple[int, ...]  # card_value of every card
    sequence: tuple[int, ...]  # sequential value of every kind 0..53, 0 = none
    eligible: tuple[int, ...]  # ranks of flashes: the level, then 5, 3, 2


def trumps_for(level: int, suit: int | None, rules: Rules) -> Trumps:
    """The (cached) context for this level (rank index), trump suit (0..3 or None) and rules."""
    raise NotImplementedError


def is_card_trump(card: int, trumps: Trumps) -> bool:
    raise NotImplementedError


def effective_suit(card: int, trumps: Trumps) -> int:
    """0..3, or TRUMP."""
    raise NotImplementedError


def get_card_value(card: int, trumps: Trumps) -> int:
    raise NotImplementedError


def get_sequential_value(card: int, trumps: Trumps) -> int | None:
    """The sequential value of the pair that this card belongs to; None: adjacent to nothing (5.1)."""
    raise NotImplementedError
