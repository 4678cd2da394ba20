"""The ways in which a hand could declare, counter or stick (shandong.md 10.2, 10.3); suggestions for its holder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.shandong.options import Rules

from .cards import BIG_JOKER, POINTS, SMALL_JOKER, is_joker, kind_of, suit_of
from .trumps import Trumps, is_card_trump

RED = (0, 3)
"""Hearts and diamonds."""

Cards = tuple[int, ...]


class Stick(NamedTuple):
    cards: Cards
    give_back: Cards


def declarations(hand: Sequence[int], rules: Rules) -> list[Cards]:
    """One way to declare with each pair, joker first, using the lowest joker that works."""
    found = []
    for pair in _pairs(hand):
        if is_joker(pair[0]):
            others = sorted(c for c in hand if is_joker(c) and c not in pair) if rules.allow_no_trump else []
        else:
            others = jokers_for(suit_of(pair[0]), hand, rules)
        if others:
            found.append((others[0], *pair))
    return found


def jokers_for(suit: int, hand: Sequence[int], rules: Rules) -> list[int]:
    """The jokers of a hand with which a pair of this suit may be declared."""
    jokers = sorted(c for c in hand if is_joker(c))
    if not rules.declare_joker_color:
        return jokers
    wanted = BIG_JOKER if suit in RED else SMALL_JOKER
    return [c for c in jokers if kind_of(c) == wanted]


def counters(hand: Sequence[int], rules: Rules, higher_than: int | None) -> list[Cards]:
    """One way to counter with each pair; `higher_than`: the jokers (a kind) of the counter to beat."""
    joker_pairs = countering_jokers(hand, higher_than)
    if not joker_pairs:
        return []
    found = [(*joker_pairs[0], *pair) for pair in _pairs(hand) if not is_joker(pair[0])]
    if rules.allow_no_trump and len(joker_pairs) == 2:
        found.append((*joker_pairs[1], *joker_pairs[0]))
    return found


def countering_jokers(hand: Sequence[int], higher_than: int | None) -> list[Cards]:
    """The pairs of jokers of a hand that may counter, with a pair to go with them."""
    pairs = [pair for pair in _pairs(hand) if is_joker(pair[0])]
    if higher_than is None:
        return pairs
    return [pair for pair in pairs if kind_of(pair[0]) == BIG_JOKER and higher_than == SMALL_JOKER]


def sticks(hand: Sequence[int], dark: Trumps) -> list[Stick]:
    """One way to stick with each two adjacent pairs; empty if nothing can be given back."""
    jokers = sorted(c for c in hand if is_joker(c))
    if not jokers:
        return []
    plain = sorted(
        (pair for pair in _pairs(hand) if not is_card_trump(pair[0], dark)), key=lambda pair: dark.effective[pair[0]]
    )
    runs = [
        (*low, *high)
        for low in plain
        for high in plain
        if dark.effective[low[0]] == dark.effective[high[0]]
        and dark.sequence[kind_of(low[0])]
        and dark.sequence[kind_of(low[0])] + 1 == dark.sequence[kind_of(high[0])]
    ]
    found = []
    for run in runs:
        cards = (jokers[0], *run)
        back = cheapest_return([c for c in hand if c not in cards], dark)
        if back is not None:
            found.append(Stick(cards, back))
    return found


def cheapest_return(rest: Sequence[int], dark: Trumps) -> Cards | None:
    """The lowest trump above A and the two lowest plain cards, those without points first (15.3)."""
    above_ace = sorted((c for c in rest if is_card_trump(c, dark)), key=lambda c: (dark.values[c], c))
    plain = sorted((c for c in rest if not is_card_trump(c, dark)), key=lambda c: (POINTS[c], dark.values[c], c))
    return (above_ace[0], plain[0], plain[1]) if above_ace and len(plain) >= 2 else None


def _pairs(hand: Sequence[int]) -> list[Cards]:
    held = set(hand)
    return [(c, c + 1) for c in sorted(hand) if c % 2 == 0 and c + 1 in held]
