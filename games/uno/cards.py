"""The deck of uno.md 2. Inside the game a card is its number 0..107; ids and words are for views and actions."""

from __future__ import annotations

from typing import Final

from games.views import Json

from .words import CardType, Color

Card = int


NUMBER: Final = 0
SKIP: Final = 1
REVERSE: Final = 2
DRAW_TWO: Final = 3
WILD: Final = 4
WILD_DRAW_FOUR: Final = 5
"""The types of cards, as in `words.CardType`."""
COLORLESS: Final = 4
"""In place of `null` where a number means a colour: wild cards, and a wild that opened the round."""
COLOR_WORDS: Final[tuple[Color | None, ...]] = (*Color, None)
COLOR_BY_NAME: Final[dict[str, int]] = {c.name: int(c) for c in Color}


def _deck() -> list[tuple[str, int, int, int]]:
    """(id, colour, type, value) of every card in the order of its number."""
    cards: list[tuple[str, int, int, int]] = []
    for color in Color:
        for value in (0, *(v for v in range(1, 10) for _ in range(2))):
            cards.append((f"{color.name}-{value}-{len(cards)}", int(color), NUMBER, value))
        for kind in (CardType.skip, CardType.reverse, CardType.draw_two):
            for _ in range(2):
                cards.append((f"{color.name}-{kind.name}-{len(cards)}", int(color), int(kind), -1))
    for wild, text in ((WILD, "wild"), (WILD_DRAW_FOUR, "wild-draw-four")):
        for _ in range(4):
            cards.append((f"{text}-{len(cards)}", COLORLESS, wild, -1))
    return cards


_DECK = _deck()
ALL_CARDS: Final = range(len(_DECK))
CARD_ID: Final[tuple[str, ...]] = tuple(c[0] for c in _DECK)
CARD_BY_ID: Final[dict[str, Card]] = {c[0]: i for i, c in enumerate(_DECK)}
COLOR: Final[tuple[int, ...]] = tuple(c[1] for c in _DECK)
TYPE: Final[tuple[int, ...]] = tuple(c[2] for c in _DECK)
VALUE: Final[tuple[int, ...]] = tuple(c[3] for c in _DECK)
FACE: Final[tuple[int, ...]] = tuple(c[3] if c[2] == NUMBER else 9 + c[2] for c in _DECK)
"""The face of each card, which two cards must share to match: the number, or the symbol as 10 and up."""
FACE_WILD: Final = 9 + WILD
"""The face of a wild card; higher ones are wild, too."""
POINTS: Final[tuple[int, ...]] = tuple(c[3] if c[2] == NUMBER else 50 if c[1] == COLORLESS else 20 for c in _DECK)
AMOUNT: Final[tuple[int, ...]] = tuple({DRAW_TWO: 2, WILD_DRAW_FOUR: 4}.get(c[2], 0) for c in _DECK)
"""How many cards each card makes the next player draw."""

CARD_OBJECTS: Final[tuple[Json, ...]] = tuple(
    {
        "id": text,
        "color": None if color == COLORLESS else Color(color).name,
        "type": CardType(kind).name,
        "value": value if kind == NUMBER else None,
    }
    for text, color, kind, value in _DECK
)


def hand_value(hand: list[Card]) -> int:
    """The points that a hand is worth at the end of a round."""
    return sum(POINTS[c] for c in hand)


def commonest_color(cards: list[Card]) -> int:
    """The most frequent colour among the cards; ties, and hands without one, go by colour order (uno.md 15.2, 20.1)."""
    count = [0, 0, 0, 0, 0]
    for card in cards:
        count[COLOR[card]] += 1
    return max(range(4), key=lambda color: (count[color], -color))
