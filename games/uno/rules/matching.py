"""Which card may be played on which (uno.md 8.1, 11, 12.1, 12.2)."""

from __future__ import annotations

from collections.abc import Iterable

from games.uno.cards import (
    COLOR,
    COLOR_WORDS,
    COLORLESS,
    DRAW_TWO,
    FACE,
    FACE_WILD,
    NUMBER,
    TYPE,
    VALUE,
    WILD_DRAW_FOUR,
    Card,
)
from games.uno.options import Options
from games.uno.state import State
from games.uno.words import CardType


def matching(s: State, cards: Iterable[Card]) -> list[Card]:
    """The cards that match the table's colour, number or symbol. Wilds always do."""
    color, face = s.color, FACE[s.discard[-1]]
    return [c for c in cards if COLOR[c] == color or FACE[c] == face or FACE[c] >= FACE_WILD]


def matches(s: State, card: Card) -> bool:
    """Does this card match?"""
    return bool(matching(s, (card,)))


def what_fits(s: State) -> list[str]:
    """The matching cards in words: the colour, the number or symbol, and wild."""
    top = s.discard[-1]
    color = COLOR_WORDS[s.color]
    face = str(VALUE[top]) if TYPE[top] == NUMBER else CardType(TYPE[top]).name
    return [*([] if color is None else [color.name]), *([face] if FACE[top] < FACE_WILD else []), CardType.wild.name]


def allowed(s: State, o: Options, seat: int, card: Card) -> bool:
    """The two conditions besides matching (the end of `playable` in uno.md 8.1)."""
    if o.wd4_legality == "strict" and TYPE[card] == WILD_DRAW_FOUR and holds_color(s.hands[seat], s.color):
        return False
    return not (o.last_card_number_only and TYPE[card] != NUMBER and is_last_card(s, o, seat))


def all_playable(s: State, o: Options, seat: int) -> list[Card]:
    """The cards that this player may play, in phase `turn`."""
    cards = matching(s, s.hands[seat])
    if o.wd4_legality == "strict" or o.last_card_number_only:
        return [c for c in cards if allowed(s, o, seat, c)]
    return cards


def playable(s: State, o: Options, seat: int, card: Card) -> bool:
    """May this player play this card in `turn`, in `drawn` or as a jump-in?"""
    return matches(s, card) and allowed(s, o, seat, card)


def stackable(s: State, o: Options, card: Card) -> bool:
    """Does this card answer a pending draw (uno.md 12.1)?"""
    if not o.stack_draw_cards:
        return False
    kind, top = TYPE[card], TYPE[s.discard[-1]]
    if kind == DRAW_TWO:
        return top == DRAW_TWO or (o.stack_mode == "any" and COLOR[card] == s.color)
    return kind == WILD_DRAW_FOUR and (top == WILD_DRAW_FOUR or o.stack_mode != "same")


def is_last_card(s: State, o: Options, seat: int) -> bool:
    """Would playing a card empty the hand? Not if a bypass penalty comes first (uno.md 5.3)."""
    return len(s.hands[seat]) == 1 and not (s.vulnerable == seat and o.uno_enforcement == "windowAuto")


def holds_color(hand: list[Card], color: int) -> bool:
    """Does the hand hold a card of this colour? Wilds have none (uno.md 11)."""
    return color != COLORLESS and any(COLOR[c] == color for c in hand)


def is_bluff(s: State, o: Options, seat: int, card: Card) -> bool:
    """Would playing this card be a bluff that a challenge can punish (uno.md 11)?"""
    return o.wd4_legality == "bluff" and TYPE[card] == WILD_DRAW_FOUR and holds_color(s.hands[seat], s.color)


def is_compulsory(s: State, o: Options, seat: int) -> bool:
    """Must the drawn card be played (uno.md 12.2)? In phase `drawn`."""
    return o.force_play and playable(s, o, seat, s.drawn) and not is_bluff(s, o, seat, s.drawn)


def can_jump_in(s: State, o: Options, seat: int, card: Card) -> bool:
    """Is this card, held by a player who is not on turn, the twin of the top card (uno.md 12.5)? In phase `turn`."""
    top = s.discard[-1]
    return FACE[card] == FACE[top] and COLOR[card] == COLOR[top] != COLORLESS and playable(s, o, seat, card)
