"""Taking cards from the draw pile, which the discards refill (uno.md 9.1, 9.2)."""

from __future__ import annotations

from typing import Final

from games.uno.cards import Card
from games.uno.events import CardsDrawn, DrawReason, PileExhausted, PileReshuffled
from games.uno.state import NO_CARD, NOBODY

from .step_context import Act

RACE_MS: Final = 1500
"""An unjustified catch this soon after a vulnerability ended is not penalised (uno.md 10.5)."""


def next_card(act: Act) -> Card:
    """The next card of the draw pile; NO_CARD if there is nothing left but the top card (uno.md 9.1)."""
    s = act.s
    if not s.deck:
        if len(s.discard) < 2:
            act.tell(PileExhausted())
            return NO_CARD
        recycled, s.discard = s.discard[:-1], s.discard[-1:]
        act.chance.shuffle(recycled)
        recycled.reverse()
        s.deck = recycled
        act.tell(PileReshuffled(len(recycled)))
    return s.deck.pop()


def draw_cards(act: Act, seat: int, requested: int, reason: DrawReason) -> int:
    """Give a player this many cards, or as many as there are (uno.md 9.2). Returns how many they got."""
    if not requested:
        return 0
    drawn: list[Card] = []
    while len(drawn) < requested:
        card = next_card(act)
        if card == NO_CARD:
            break
        drawn.append(card)
    take(act, seat, drawn, requested, reason)
    return len(drawn)


def take(act: Act, seat: int, drawn: list[Card], requested: int, reason: DrawReason) -> None:
    """Add these cards to a hand, which ends its UNO flag and its vulnerability (uno.md 10.1)."""
    s = act.s
    hand = s.hands[seat]
    count = len(drawn)
    if not count:
        act.tell(CardsDrawn(seat, 0, requested, reason, len(hand)))
        return
    hand += drawn
    s.empty_draws = 0  # uno.md 9.5
    act.touched.add(seat)
    if s.flags:
        s.flags.pop(seat, None)
    if s.vulnerable == seat:
        end_vulnerability(act)
    act.whisper(
        CardsDrawn(seat, count, requested, reason, len(hand)),
        {seat: CardsDrawn(seat, count, requested, reason, len(hand), drawn)},
    )


def end_vulnerability(act: Act) -> None:
    """The vulnerable player can no longer be caught; the moment is kept for the race of uno.md 10.5."""
    s = act.s
    s.window_ended = {p: t for p, t in s.window_ended.items() if act.now - t < RACE_MS}
    s.window_ended[s.vulnerable] = act.now
    s.vulnerable = NOBODY
    s.since = 0
    act.everybody = True
