"""Choosing a dealer, dealing, and the card that opens the discard pile (uno.md 6)."""

from __future__ import annotations

from games.uno.cards import ALL_CARDS, COLOR, COLOR_WORDS, COLORLESS, DRAW_TWO, NUMBER, REVERSE, SKIP, TYPE, VALUE, Card
from games.uno.events import (
    DealerCard,
    DealerDraw,
    DirectionChanged,
    DrawReason,
    FirstDiscardRejected,
    HandDealt,
    RoundStarted,
    SkipReason,
)
from games.uno.options import Options
from games.uno.state import CHOOSE_COLOR, NO_CARD, NOBODY

from .piles import draw_cards
from .seats import active_seats, next_seat
from .step_context import Act
from .turns import begin_pending, begin_turn, owe, skip


def first_dealer(act: Act) -> int:
    """The dealer of round 1 (uno.md 6.1)."""
    seats = len(act.s.hands)
    if act.o.dealer == "lastSeat":
        return seats - 1
    if act.o.dealer == "random":
        return act.chance.below(seats)
    deck = list(ALL_CARDS)
    act.chance.shuffle(deck)
    draws, dealer = draw_for_dealer(seats, deck)
    act.tell(DealerDraw([DealerCard(seat, card) for seat, card in draws], dealer))
    return dealer


def draw_for_dealer(seats: int, deck: list[Card]) -> tuple[list[tuple[int, Card]], int]:
    """Who drew what, and the highest; tied players draw again. Symbols and wilds count 0 (uno.md 6.1)."""
    tied = list(range(seats))
    draws: list[tuple[int, Card]] = []
    cards = iter(deck)
    while True:
        drawn = [(seat, card) for seat, card in zip(tied, cards, strict=False)]
        draws += drawn
        best = max(VALUE[card] if TYPE[card] == NUMBER else 0 for _, card in drawn)
        tied = [seat for seat, card in drawn if (VALUE[card] if TYPE[card] == NUMBER else 0) == best]
        if len(tied) == 1:
            return draws, tied[0]


def deal_round(act: Act, dealer: int, deck: list[Card]) -> None:
    """Deal from this shuffled deck (index 0 first), open the discard pile, put the first player on turn."""
    s = act.s
    s.round += 1
    s.dealer = dealer
    s.direction = 1
    s.turn = s.pending = s.empty_draws = 0
    s.result = s.last = s.wd4 = None
    s.color = COLORLESS
    s.flags = {}
    s.window_ended = {}
    s.free_pass = s.ready = 0
    s.vulnerable, s.since, s.top_by = NOBODY, 0, NOBODY
    s.drawn = NO_CARD
    act.everybody = True
    rejected = _deal_cards(act, deck)
    for card in rejected:
        act.tell(FirstDiscardRejected(card))
    top = s.discard[-1]
    s.color = COLOR[top]
    counts = [len(h) for h in s.hands]
    act.tell(RoundStarted(s.round, dealer, top, COLOR_WORDS[s.color], counts, len(s.deck)))
    act.whisper(None, {seat: HandDealt(s.hands[seat].copy()) for seat in active_seats(s)})
    _open(act, top)


def _deal_cards(act: Act, deck: list[Card]) -> list[Card]:
    """Hands, draw pile and first discard (uno.md 6.2, 6.3). Returns the cards refused as first discard."""
    s, o = act.s, act.o
    seats = active_seats(s)
    first = next_seat(s, s.dealer)
    order = [next_seat(s, first, k) if k else first for k in range(len(seats))]
    while True:
        s.hands = [[] for _ in s.hands]
        rest = list(reversed(deck))
        for _ in range(o.initial_cards):
            for seat in order:
                s.hands[seat].append(rest.pop())
        if any(_may_open(o, card) for card in rest):
            break
        act.chance.shuffle(deck)
    rejected = []
    while not _may_open(o, rest[-1]):
        rejected.append(rest.pop())
        forward = [*reversed(rest), rejected[-1]]
        act.chance.shuffle(forward)
        rest = forward[::-1]
    s.discard = [rest.pop()]
    s.deck = rest
    return rejected


def _may_open(o: Options, card: Card) -> bool:
    if o.first_discard == "number":
        return TYPE[card] == NUMBER
    if o.first_discard == "official":
        return TYPE[card] <= 4  # anything but a wild draw four
    return COLOR[card] != COLORLESS


def _open(act: Act, top: Card) -> None:
    """The effect of the first discard (uno.md 6.3)."""
    s = act.s
    left = next_seat(s, s.dealer)
    kind = TYPE[top]
    if kind == NUMBER:
        begin_turn(act, left)
    elif kind == SKIP:
        skip(act, left, SkipReason.skip)
    elif kind == REVERSE:
        s.direction = -1
        act.tell(DirectionChanged(-1))
        begin_turn(act, s.dealer)
    elif kind == DRAW_TWO:
        if act.o.stack_draw_cards:
            owe(act, top)
            begin_pending(act, left)
        else:
            draw_cards(act, left, 2, DrawReason.first_discard)
            skip(act, left, SkipReason.draw_two)
    else:
        begin_turn(act, left, CHOOSE_COLOR)
