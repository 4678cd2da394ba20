"""The 108 cards as small ints, in canonical order: suit, rank, deck (shandong.md 2).

A *kind* (0..53) is suit * 13 + rank, 52 and 53 are the small and the big joker; a card is 2 * kind + deck.
So card order is canonical order, and in a bit set (`bits_of`) the two copies of a kind are neighbours.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final

from games.api import Refused

SUITS: Final = ("hearts", "spades", "clubs", "diamonds")
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
JOKERS: Final = ("small", "big")

TRUMP: Final = 4
"""The effective suit of every trump; 0..3 are the plain suits."""
JOKER: Final = 4
"""The natural suit of the jokers."""
EFFECTIVE_SUITS: Final = (*SUITS, "trump")
"""Names of the effective suits 0..4."""

SMALL_JOKER: Final = 52
BIG_JOKER: Final = 53
KINDS: Final = 54
CARDS: Final = 108

SUIT_INDEX: Final = {name: i for i, name in enumerate(SUITS)}
RANK_INDEX: Final = {name: i for i, name in enumerate(RANKS)}


def _id(card: int) -> str:
    kind, deck = divmod(card, 2)
    if kind >= SMALL_JOKER:
        return f"joker_{JOKERS[kind - SMALL_JOKER]}_{deck}"
    return f"{SUITS[kind // 13]}_{RANKS[kind % 13]}_{deck}"


CARD_IDS: Final = tuple(_id(c) for c in range(CARDS))
"""The id text of every card."""
KIND_IDS: Final = tuple(text.removesuffix("_0") for text in CARD_IDS[::2])
"""The id text of every kind."""
CARD_OF: Final = {text: card for card, text in enumerate(CARD_IDS)}
"""The card of every id text."""

EVEN: Final = sum(1 << (2 * kind) for kind in range(KINDS))
"""The bit of the deck-0 copy of every kind."""

_FIVES: Final = sum(0b11 << (2 * (suit * 13 + RANK_INDEX["5"])) for suit in range(4))
_TENS: Final = sum(0b11 << (2 * (suit * 13 + RANK_INDEX[r])) for suit in range(4) for r in ("10", "K"))

POINTS: Final = tuple(5 if _FIVES >> c & 1 else 10 if _TENS >> c & 1 else 0 for c in range(CARDS))
"""The points of every card."""

ID_ORDER: Final = {card: place for place, card in enumerate(sorted(range(CARDS), key=CARD_IDS.__getitem__))}
"""Every card's place when ids are sorted as ASCII strings (7.5)."""


def suit_of(card: int) -> int:
    """The natural suit: 0..3, or JOKER."""
    return card // 26


def rank_of(card: int) -> int:
    """The natural rank 0..12; for jokers 0 (small) or 1 (big)."""
    return card // 2 % 13 if card < 2 * SMALL_JOKER else card // 2 - SMALL_JOKER


def kind_of(card: int) -> int:
    return card >> 1


def is_joker(card: int) -> bool:
    return card >= 2 * SMALL_JOKER


def create_test_card(suit: str, rank: str, deck: int = 0) -> int:
    """The card with that suit and rank, given as texts: `create_test_card("hearts", "A")`."""
    return CARD_OF[f"{suit}_{rank}_{deck}"]


def ids_of(cards: Iterable[int]) -> list[str]:
    """The id texts of cards, in the order given."""
    return [CARD_IDS[c] for c in cards]


def points_of(cards: Iterable[int]) -> int:
    """The points (分) that these cards carry."""
    return sum([POINTS[c] for c in cards])


def remove_cards(hand: Iterable[int], cards: Collection[int]) -> list[int]:
    """The hand without these cards, in the same order."""
    return [c for c in hand if c not in cards]


def bits_of(cards: Iterable[int]) -> int:
    """The bit set of cards."""
    bits = 0
    for c in cards:
        bits |= 1 << c
    return bits


def cards_in(bits: int) -> tuple[int, ...]:
    """The cards of a bit set, in canonical order."""
    return tuple(each_card(bits))


def each_card(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def points_in(bits: int) -> int:
    """The points of a bit set of cards."""
    return 5 * (bits & _FIVES).bit_count() + 10 * (bits & _TENS).bit_count()


def counted(bits: int) -> int:
    """The same kinds in the same numbers, with single copies all in deck 0: decks do not matter to the rules."""
    even, odd = bits & EVEN, bits >> 1 & EVEN
    return even | odd | (even & odd) << 1


def pairs_in(bits: int) -> int:
    """The deck-0 bits of the kinds held twice."""
    return bits & bits >> 1 & EVEN


def named_cards(payload: Any, hand: Collection[int], field: str = "cards") -> tuple[int, ...]:
    """The cards that a payload names by id; raises Refused as 7.4 step 1 orders (an empty list passes here)."""
    if not isinstance(payload, (list, tuple)) or not all(isinstance(text, str) for text in payload):
        raise Refused("BAD_PAYLOAD", field=field)
    for text in payload:
        if text not in CARD_OF:
            raise Refused("UNKNOWN_CARD", card=text)
    cards = tuple(CARD_OF[text] for text in payload)
    for i, card in enumerate(cards):
        if card in cards[:i]:
            raise Refused("DUPLICATE_CARD", card=payload[i])
    for card in cards:
        if card not in hand:
            raise Refused("CARD_NOT_IN_HAND", card=CARD_IDS[card])
    return cards
