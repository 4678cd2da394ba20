"""The half of a view that is one seat's own (shandong.md 10.4, 11)."""

from __future__ import annotations

from games.api import Seat
from games.shandong.rules.cards import SUITS, kind_of, suit_of
from games.shandong.rules.follow import duty
from games.shandong.rules.hand_order import sort_hand
from games.shandong.rules.keep_values import BURIED
from games.shandong.rules.offers import Cards, countering_jokers, counters, declarations, jokers_for, sticks
from games.shandong.rules.phases.automatic import knows_trump, lowest_lead, suggested_bury
from games.shandong.rules.phases.awaiting import WINDOWS, may_act
from games.shandong.rules.phases.playing import lead_of
from games.shandong.rules.phases.sticking import RETURNED
from games.shandong.state import Phase, State

from .structs import Duty, Own, ShapeDuty, ShownCards, StickOffer
from .table import all_shown, shown_cards
from .words import Bid, Kind, Lack


def own(state: State, seat: Seat) -> Own:
    this, rules = state.round, state.rules
    hand = this.hands[seat]
    known = knows_trump(state, seat)
    trumps = state.trumps if known else state.dark_trumps
    burying = state.phase is Phase.bottom and seat == this.burier
    on_lead = state.phase is Phase.playing and seat == this.turn and not this.trick
    may = seat in may_act(state)
    first = this.counters[0].cards[0] if this.counters else None
    may_declare = may and state.phase in (Phase.dealing, Phase.declaring) and this.declarer is None
    may_counter = may and state.phase in (Phase.dealing, Phase.countering) and this.declarer is not None
    if may_counter and len(this.counters) == (2 if rules.recounter else 1):
        may_counter = False
    may_stick = may and state.phase is Phase.sticking
    higher_than = None if first is None else kind_of(first)
    declares = declarations(hand, rules) if may_declare else []
    counter_offers = counters(hand, rules, higher_than) if may_counter else []
    missing: list[Lack] = []
    if may_declare:
        missing = _missing(declares, [bool(jokers_for(s, hand, rules)) for s in range(len(SUITS))], Lack.joker)
    elif may_counter:
        missing = _missing(counter_offers, [bool(countering_jokers(hand, higher_than))] * len(SUITS), Lack.joker_pair)
    owed = _duty(state, seat)
    exchanged = this.stick is not None and seat in (this.stick.seat, this.declarer)
    return Own(
        hand=sort_hand(hand, trumps),
        trumpSuit=this.trump_suit if known else None,
        knowsTrump=known,
        ownShown=_known_shown(state, seat),
        given=list(this.stick.given) if this.stick and exchanged else None,
        taken=list(this.taken) if burying else None,
        buried=list(this.bottom) if this.revealed and seat == this.burier else None,
        duty=owed,
        mayPass=may and state.phase in WINDOWS,
        declares=[list(c) for c in declares],
        counters=[list(c) for c in counter_offers],
        mayStick=may_stick,
        sticks=[StickOffer(list(s.cards), list(s.give_back)) for s in sticks(hand, state.dark_trumps)]
        if may_stick
        else [],
        suggestedBury=list(suggested_bury(state, seat)) if burying else None,
        suggestedLead=[lowest_lead(hand, state.trumps)] if on_lead else None,
        suitTrumps=trumps.suit_trumps,  # without the trump suit if this seat does not know it
        wanted=owed.count if owed else BURIED if burying else RETURNED if may_stick else None,
        missing=missing,
    )


def _missing(offers: list[Cards], jokers: list[bool], without: Lack) -> list[Lack]:
    """What each suit lacks for showing; `jokers`: are there jokers to go with a pair of it?"""
    offered = {suit_of(cards[-1]) for cards in offers}
    return [Lack.nothing if suit in offered else Lack.pair if jokers[suit] else without for suit in range(len(SUITS))]


def _known_shown(state: State, seat: Seat) -> list[ShownCards]:
    """Cards shown face down that this seat knows: its own, and the declarer's if it exchanged cards with that seat."""
    this = state.round
    stuck = this.stick is not None and this.stick.seat == seat
    return [
        shown_cards(shown, bid, dark, known=True)
        for shown, bid, dark in all_shown(state)
        if shown.seat == seat or (stuck and bid is Bid.declare)
    ]


def _duty(state: State, seat: Seat) -> Duty | None:
    lead = lead_of(state)
    if lead is None or seat != state.round.turn or state.phase is not Phase.playing:
        return None
    assert lead.suit is not None
    owed = duty(lead, state.round.hands[seat], state.trumps)
    return Duty(
        owed.count,
        lead.suit,
        list(owed.pool),
        list(owed.forced),
        [ShapeDuty(Kind[shape.type], shape.size, shape.doubled) for shape in owed.shapes],
        [list(cards) for cards in owed.suggestions],
        owed.others,
    )
