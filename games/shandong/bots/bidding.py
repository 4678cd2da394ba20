"""Declaring, countering, sticking and choosing a throw, the same for every bot (shandong.md 15.3)."""

from __future__ import annotations

from collections.abc import Sequence

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
    Stick,
    StickCards,
)
from games.shandong.options import rules_of
from games.shandong.rules.cards import CARD_IDS, TRUMP, counted, ids_of, is_joker, suit_of
from games.shandong.rules.offers import cheapest_return
from games.shandong.rules.placing import best_value
from games.shandong.rules.trumps import Trumps, trumps_for
from games.shandong.rules.types import identify_card_type
from games.shandong.state import Phase, team
from games.shandong.views.structs import Own, Table

from .position import Position

SHOW_MS = 150
"""Cards come quickly, so a bot that wants to declare does so at once."""
PASS_MS = 700
STICK_MS = 1_500

ENOUGH_TO_DECLARE = 9
ENOUGH_TO_COUNTER = 11


def in_window(table: Table, own: Own, seat: int) -> tuple[Action, int] | None:
    """The action while trump is being settled, and the delay before it; None: nothing."""
    if own.declares and (cards := _declaration(table, own)) is not None:
        return Declare(Cards(ids_of(cards))), SHOW_MS
    if own.counters and (cards := _counter(table, own, seat)) is not None:
        return Counter(Cards(ids_of(cards))), SHOW_MS
    if own.mayStick and own.sticks and table.declarer is not None and team(table.declarer) != team(seat):
        shown = own.sticks[0].cards
        rules = rules_of(table.house)
        dark = trumps_for(table.level, None, rules)
        back = cheapest_return([c for c in own.hand if c not in shown], dark)
        if back is not None:
            return Stick(StickCards(ids_of(shown), ids_of(back))), STICK_MS
    if not own.mayPass:
        return None
    if (
        table.phase is Phase.declaring
        and own.declares
        and table.dealer is not None
        and team(table.dealer) == team(seat)
    ):
        # The deal would be lost without a declaration: at the last second declare with anything.
        wait = max(PASS_MS, rules_of(table.house).declare_ms - 1_000)
        return Declare(Cards(ids_of(strongest(own.declares, table, own)))), wait
    return Pass(), PASS_MS


def strength(suit: int, table: Table, own: Own) -> int:
    """How many trumps the hand would hold if this were the trump suit."""
    trumps = trumps_for(table.level, suit, rules_of(table.house))
    return sum(trumps.effective[c] == TRUMP for c in own.hand)


def suit_shown(cards: list[int]) -> int | None:
    return None if is_joker(cards[-1]) else suit_of(cards[-1])


def strongest(offers: list[list[int]], table: Table, own: Own) -> list[int]:
    """The offer with the longest trumps; among equals, the first in suit order."""
    suited = [cards for cards in offers if not is_joker(cards[-1])]
    return max(suited or offers, key=lambda cards: strength(suit_shown(cards) or 0, table, own))


def _declaration(table: Table, own: Own) -> list[int] | None:
    cards = strongest(own.declares, table, own)
    suit, held = suit_shown(cards), len(own.hand)
    if suit is None or held < 13:
        return None
    return cards if strength(suit, table, own) * 26 >= ENOUGH_TO_DECLARE * held else None


def _counter(table: Table, own: Own, seat: int) -> list[int] | None:
    if table.trumpHolder is None or team(table.trumpHolder) == team(seat):
        return None
    cards = strongest(own.counters, table, own)
    suit = suit_shown(cards)
    return cards if suit is not None and strength(suit, table, own) >= ENOUGH_TO_COUNTER else None


def throw_choice(table: Table, o: Position) -> ChooseThrow:
    return ChooseThrow(Index(beaten_unit([unit.cards for unit in table.throws[-1].candidates], o.hand, o.trumps)))


def beaten_unit(candidates: Sequence[Sequence[int]], hand: int, trumps: Trumps) -> int:
    """The candidate that the hand can beat; the first one if there are none or several."""
    for index, cards in enumerate(candidates):
        lead = identify_card_type(cards, trumps)
        assert lead.suit is not None
        pool = counted(hand & trumps.masks[lead.suit])
        best = best_value(pool, lead.shapes[0], lead.suit, trumps)
        if best is not None and best > lead.units[0].value:
            return index
    return 0


def bury(cards: Sequence[int]) -> Bury:
    return Bury(Cards(ids_of(cards)))


def play(cards: int) -> Play:
    return Play(Cards([CARD_IDS[c] for c in range(108) if cards >> c & 1]))
