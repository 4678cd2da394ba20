"""For the kit: every card of a state, and the same state with the hidden cards redealt."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from games.api import Seat
from games.chance import Chance
from games.shandong.rules.cards import CARD_IDS, is_joker, kind_of, suit_of
from games.shandong.rules.phases.burying import trump_cards
from games.shandong.rules.trumps import is_card_trump
from games.shandong.state import SEATS, Shown, State, Stick


def all_cards(state: State) -> list[str]:
    """Every card, wherever it is."""
    this = state.round
    on_table = chain.from_iterable(this.trick)
    return [CARD_IDS[c] for c in chain(*this.hands, this.deck[this.dealt :], this.bottom, on_table, this.played)]


def redeal(state: State, viewer: Seat | None, chance: Chance) -> State:
    """The same state, with every card redealt that this seat (None: a spectator) cannot know.

    Cards shown face down stay a possible combination: a pair, or two adjacent pairs.
    """
    this = state.round
    hidden = _hidden(state, viewer)
    swap = _dark_shapes(state, hidden, chance)
    rest = [c for c in hidden if c not in swap]
    free = [c for c in hidden if c not in set(swap.values())]
    chance.shuffle(free)
    swap.update(zip(rest, free, strict=True))

    def moved(cards: Sequence[int]) -> list[int]:
        return [swap.get(c, c) for c in cards]

    this.hands = [moved(hand) for hand in this.hands]
    this.deck = this.deck[: this.dealt] + bytes(moved(this.deck[this.dealt :]))
    this.bottom = sorted(moved(this.bottom)) if this.revealed else moved(this.bottom)
    this.taken = moved(this.taken)
    if this.declared:
        this.declared = Shown(this.declared.seat, tuple(moved(this.declared.cards)))
    this.counters = [Shown(shown.seat, tuple(moved(shown.cards))) for shown in this.counters]
    if this.stick:
        cards, taken, given = (tuple(moved(c)) for c in (this.stick.cards, this.stick.taken, this.stick.given))
        this.stick = Stick(this.stick.seat, cards, taken, given)
    holds = trump_cards(state)
    if holds and not this.revealed:
        this.trump_suit = None if is_joker(holds.cards[-1]) else suit_of(holds.cards[-1])
    return state


def _hidden(state: State, viewer: Seat | None) -> list[int]:
    """The cards whose place this seat cannot know (10.4, 11)."""
    this = state.round
    places = [c for seat in SEATS if seat != viewer for c in this.hands[seat]]
    places += this.deck[this.dealt :]
    if this.result is None and not (this.revealed and viewer == this.burier):
        places += this.bottom
    return [c for c in places if c not in _known(state, viewer)]


def _known(state: State, viewer: Seat | None) -> set[int]:
    """Cards in other hands that this seat knows."""
    this = state.round
    known = set(chain.from_iterable(failed.attempted for failed in this.failed))
    holds = trump_cards(state)
    open_to_all = state.rules.open_declare
    for shown in ([this.declared] if this.declared else []) + this.counters:
        stuck = this.stick is not None and viewer == this.stick.seat and shown == this.declared
        if viewer == shown.seat or stuck or open_to_all or (this.revealed and shown == holds):
            known.update(shown.cards)
        else:
            known.update(shown.cards[:-2])
    if this.stick:
        known.update(this.stick.cards if open_to_all or viewer == this.stick.seat else this.stick.cards[:1])
        if viewer in (this.stick.seat, this.declarer):
            known.update(this.stick.given)
    return known


def _dark_shapes(state: State, hidden: Sequence[int], chance: Chance) -> dict[int, int]:
    """Replaces the pairs shown face down by others, except those that are partly known by now."""
    this, dark = state.round, state.dark_trumps
    free = set(hidden)
    pairs: list[tuple[int, ...]] = [
        (c, c + 1) for c in sorted(free) if c % 2 == 0 and c + 1 in free and not is_joker(c)
    ]
    runs: list[tuple[int, ...]] = [
        (*low, *high)
        for low in pairs
        for high in pairs
        if not is_card_trump(low[0], dark)
        and dark.effective[low[0]] == dark.effective[high[0]]
        and dark.sequence[kind_of(low[0])] + 1 == dark.sequence[kind_of(high[0])]
    ]
    shapes = [(shown.cards[-2:], pairs) for shown in this.counters]
    if this.declared:
        shapes.append((this.declared.cards[-2:], pairs))
    if this.stick:
        shapes.append((this.stick.cards[1:], runs))
    shapes = [(cards, others) for cards, others in shapes if set(cards) <= free and not is_joker(cards[0])]
    free.difference_update(card for cards, _ in shapes for card in cards)
    swap: dict[int, int] = {}
    for cards, others in shapes:
        mine = free | set(cards)
        chosen = chance.choice([other for other in others if set(other) <= mine])
        swap.update(zip(sorted(cards), chosen, strict=True))
        free = mine - set(chosen)
    return swap
