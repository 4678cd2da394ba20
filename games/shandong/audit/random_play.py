"""For the kit: the actions that a view lists, and a random legal action of a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.api import Seat
from games.chance import Chance
from games.shandong.actions import (
    Action,
    Bury,
    Cards,
    ChooseThrow,
    Counter,
    Declare,
    Index,
    Pass,
    Play,
    Ready,
    Stick,
    StickCards,
    StickClaim,
)
from games.shandong.rules.cards import BIG_JOKER, bits_of, ids_of, kind_of
from games.shandong.rules.construct import construct_follow
from games.shandong.rules.follow import judge_follow
from games.shandong.rules.offers import counters, declarations, sticks
from games.shandong.rules.phases.automatic import lowest_lead
from games.shandong.rules.phases.awaiting import may_act
from games.shandong.rules.phases.playing import lead_of
from games.shandong.rules.throws import check_lead
from games.shandong.rules.trumps import Trumps
from games.shandong.rules.types import CardType
from games.shandong.state import Phase, State
from games.shandong.views.structs import Own

TRIES = 12


def listed(own: Own) -> Iterator[Action]:
    """The actions listed in `own`, in the form to send (11)."""
    if own.mayPass:
        yield Pass()
    yield from (Declare(Cards(ids_of(cards))) for cards in own.declares)
    yield from (Counter(Cards(ids_of(cards))) for cards in own.counters)
    for stick in own.sticks:
        yield Stick(StickCards(ids_of(stick.cards), ids_of(stick.giveBack)))
    if own.suggestedBury:
        yield Bury(Cards(ids_of(own.suggestedBury)))
    plays = [own.suggestedLead] if own.suggestedLead else own.duty.suggestions if own.duty else []
    yield from (Play(Cards(ids_of(cards))) for cards in plays)


def random_action(state: State, seat: Seat, chance: Chance) -> Action | None:
    """A random legal action of a seat that may act; None: let time pass."""
    if seat not in may_act(state):
        return None
    hand = state.round.hands[seat]
    if state.phase is Phase.dealing:
        return _show(state, hand, chance) if chance.chance(1, 4) else None
    if state.phase in (Phase.declaring, Phase.countering):
        return (_show(state, hand, chance) if chance.chance(3, 4) else None) or Pass()
    if state.phase is Phase.sticking:
        return _stick(state, hand, chance)
    if state.phase is Phase.bottom:
        return Bury(Cards(ids_of(_some(hand, 4, chance))))
    if state.phase is Phase.playing:
        return Play(Cards(ids_of(random_cards(state, seat, chance))))
    if state.throw is not None:
        return ChooseThrow(Index(chance.below(len(state.throw.candidates))))
    return None if state.ready[seat] else Ready()


def random_cards(state: State, seat: Seat, chance: Chance) -> Sequence[int]:
    """A random legal play of the seat whose turn it is."""
    hand, lead = state.round.hands[seat], lead_of(state)
    if lead is not None:
        return _follow(lead, hand, state.trumps, chance)
    out = any(kind_of(c) == BIG_JOKER for c in state.round.played)
    for _ in range(TRIES):
        cards = _lead(hand, state.trumps, chance)
        if cards and (len(cards) != 2 or out or not state.rules.trump_pair_needs_big_joker):
            check_lead(cards, state.trumps, big_joker_played=out)
            return cards
    return (lowest_lead(hand, state.trumps),)


def _show(state: State, hand: Sequence[int], chance: Chance) -> Action | None:
    this, rules = state.round, state.rules
    if this.declarer is None:
        offers = declarations(hand, rules)
    else:
        offers = counters(hand, rules, kind_of(this.counters[0].cards[0]) if this.counters else None)
    if not offers:
        return None
    cards = Cards(ids_of(chance.choice(offers)))
    return Declare(cards) if this.declarer is None else Counter(cards)


def _stick(state: State, hand: Sequence[int], chance: Chance) -> Action:
    offers = sticks(hand, state.dark_trumps)
    if offers and chance.chance(1, 2):
        offer = chance.choice(offers)
        return Stick(StickCards(ids_of(offer.cards), ids_of(offer.give_back)))
    claims = state.round.claim is None and chance.chance(1, 8)
    return StickClaim() if claims else Pass()


def _some(cards: Sequence[int], count: int, chance: Chance) -> list[int]:
    mixed = list(cards)
    chance.shuffle(mixed)
    return mixed[:count]


def _lead(hand: Sequence[int], trumps: Trumps, chance: Chance) -> list[int]:
    """A single, a pair, or a few cards of one suit; empty: none found."""
    first = chance.choice(hand)
    suit = [c for c in hand if trumps.effective[c] == trumps.effective[first]]
    whim = chance.below(6)
    if whim < 2:
        return [first]
    if whim < 4:
        return [c for c in hand if kind_of(c) == kind_of(first)]
    if whim == 4:
        pairs = [c for c in suit if c ^ 1 in suit]
        return sorted(pairs) if trumps.rules.allow_mixed_trump_in_mixed else []
    return _some(suit, min(len(suit), chance.between(2, 5)), chance) if trumps.rules.allow_mixed_trump_in_mixed else []


def _follow(lead: CardType, hand: Sequence[int], trumps: Trumps, chance: Chance) -> Sequence[int]:
    count = len(lead.cards)
    pool = [c for c in hand if trumps.effective[c] == lead.suit]
    others = [c for c in hand if trumps.effective[c] != lead.suit]
    for _ in range(TRIES):
        cards = _some(pool, count, chance)
        cards += _some(others, count - len(cards), chance)
        if judge_follow(lead, bits_of(hand), bits_of(cards), trumps) is None:
            return cards
    return construct_follow(lead, hand, trumps)
