"""Words and small ints of views and events."""

from __future__ import annotations

from typing import Annotated

from games.shandong.rules.cards import BIG_JOKER
from games.views import Named, View, Word

Card = Annotated[int, Named("cards")]
CardKind = Annotated[int, Named("kinds")]
"""A card without its deck: both copies of a kind are the same to the rules."""
Suit = Annotated[int, Named("suits")]
Rank = Annotated[int, Named("ranks")]


class Joker(Word):
    small = 0
    big = 1


class Kind(Word):
    """The type of a play or of a unit (shandong.md 6)."""

    single = 0
    pair = 1
    consecutive_pairs = 2
    flash = 3
    thunder = 4
    straight = 5
    mixed = 6


class Bid(Word):
    """The reason for showing cards (10.2, 10.3)."""

    declare = 0
    counter = 1
    stick = 2


class Lack(Word):
    """The cards that a hand lacks to show a pair of a suit (10.2)."""

    nothing = 0
    joker = 1
    joker_pair = 2
    pair = 3


class NothingDeclared(Word):
    """The consequence if nobody declares (10.7)."""

    redeal = 0
    up3 = 1
    take = 2


class Winner(Word):
    dealer = 0
    defenders = 1


class Group(View):
    """A piece of a throw."""

    type: Kind
    cards: list[Card]


def joker_rank(card: int) -> Joker:
    return Joker.big if card >> 1 == BIG_JOKER else Joker.small
