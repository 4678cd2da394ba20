"""Which type cards have as a lead (shandong.md 6)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import msgspec

from .cards import JOKER, TRUMP, bits_of, cards_in, counted, pairs_in, suit_of
from .placing import A_PAIR, A_SINGLE, FLASH, FOUR_JOKERS, PAIR, RAIN, TRACTOR, Shape, shape_value
from .trumps import Trumps
from .units import Unit, units

TYPE_NAMES: Final = {
    "single": "单张",
    "pair": "对子",
    "consecutive_pairs": "连对",
    "flash": "闪",
    "thunder": "震",
    "straight": "雨",
    "mixed": "甩牌",
    "invalid": "无效牌型",
}


class CardType(msgspec.Struct, frozen=True):
    """The result of `identify_card_type`. The `type` 'invalid' has a `code`; everything else may be led."""

    type: str
    cards: tuple[int, ...]  # in canonical order
    bits: int
    suit: int | None = None  # effective suit 0..4
    units: tuple[Unit, ...] = ()  # a throw's canonical decomposition; for any other type only itself
    shapes: tuple[Shape, ...] = ()  # the units' shapes
    pair_count: int | None = None
    length: int | None = None
    pairs: int | None = None
    code: str | None = None

    @property
    def valid(self) -> bool:
        return self.code is None

    @property
    def size(self) -> int:
        """The pairs of a run or the ranks of a rain; for anything else the number of cards."""
        return self.pair_count or self.length or len(self.cards)

    @property
    def name(self) -> str:
        return TYPE_NAMES[self.type]

    @property
    def message(self) -> str:
        """The verdict: the name of its type, or the key of the text about the fault (15.4)."""
        return self.code or self.name


def identify_card_type(cards: Iterable[int], trumps: Trumps) -> CardType:
    """The type of these cards, by the precedence of 6.2."""
    return type_of(bits_of(cards), trumps)


@lru_cache(maxsize=8192)
def type_of(bits: int, trumps: Trumps) -> CardType:
    """`identify_card_type` for a bit set of cards."""
    count = bits.bit_count()
    if not count:
        return CardType("invalid", (), 0, code="EMPTY_PLAY")
    suits = {trumps.effective[c] for c in cards_in(bits)}
    if len(suits) > 1:
        return _invalid(bits, "MIXED_TRUMP_AND_PLAIN" if TRUMP in suits else "MIXED_SUITS")
    (suit,) = suits
    whole = _whole(bits, suit, trumps)
    if whole is not None:
        shape, value = whole
        return CardType(
            shape.type,
            cards_in(bits),
            bits,
            suit,
            (Unit(cards_in(bits), shape, value),),
            (shape,),
            pair_count=shape.size if shape.form in (TRACTOR, PAIR) else None,
            length=shape.size if shape.form == RAIN else None,
            pairs=shape.doubled if shape.form == RAIN else None,
        )
    if suit == TRUMP and not trumps.rules.allow_mixed_trump_in_mixed and _several_suits(bits, trumps):
        return _invalid(bits, "MIXED_TRUMP_SUITS")
    parts = units(bits, suit, trumps)
    return CardType("mixed", cards_in(bits), bits, suit, parts, tuple(u.shape for u in parts))


def _whole(bits: int, suit: int, trumps: Trumps) -> tuple[Shape, int] | None:
    """The shape and value of cards that are not a throw, by precedence."""
    held = counted(bits)
    for shape in shapes_to_try(bits, trumps):
        value = shape_value(held, shape, suit, trumps)
        if value is not None:
            return shape, value
    return None


def shapes_to_try(bits: int, trumps: Trumps) -> list[Shape]:
    """The shapes that this many cards could form together, in the order of 6.2."""
    count = bits.bit_count()
    doubled = pairs_in(counted(bits)).bit_count()
    if count == 1:
        return [A_SINGLE]
    if count == 2:
        return [A_PAIR]
    shapes = []
    if trumps.rules.four_jokers_flash and bits == FOUR_JOKERS:
        shapes.append(Shape(FLASH, 4))
    if count == 2 * doubled:
        shapes.append(Shape(TRACTOR, doubled))
    if 4 <= count <= 8:
        shapes.append(Shape(FLASH, count))
    if count - doubled >= 5:
        shapes.append(Shape(RAIN, count - doubled, doubled))
    return shapes


def _several_suits(bits: int, trumps: Trumps) -> bool:
    """Do trumps show several natural suits, a joker counting as the trump suit (as its own without one)?"""
    stands_for = JOKER if trumps.suit is None else trumps.suit
    return len({stands_for if suit_of(c) == JOKER else suit_of(c) for c in cards_in(bits)}) > 1


def _invalid(bits: int, code: str) -> CardType:
    return CardType("invalid", cards_in(bits), bits, code=code)
