"""Plays that beat the current best one, the cheapest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.shandong.rules.cards import TRUMP, bits_of, counted, each_card
from games.shandong.rules.construct import cards_of_group, cheapest_placing
from games.shandong.rules.placing import SINGLE, groups_of, in_placing_order
from games.shandong.rules.tricks import Rank, rank_of_play
from games.shandong.rules.trumps import Trumps
from games.shandong.rules.types import CardType


def winning_plays(lead: CardType, hand: int, best: Rank, price: Sequence[int], trumps: Trumps) -> Iterator[int]:
    """Legal plays that beat this rank, the lowest first."""
    assert lead.suit is not None
    count, pool = len(lead.cards), hand & trumps.masks[lead.suit]
    if pool:
        if pool.bit_count() >= count and lead.type != "mixed" and best[0] == 0:
            yield from _groups(lead, pool, lead.suit, best[1], trumps)
        return
    ruffs = hand & trumps.masks[TRUMP]
    if lead.suit == TRUMP or ruffs.bit_count() < count:
        return
    bar = best[1] if best[0] == 1 else -1
    if lead.type != "mixed":
        yield from _groups(lead, ruffs, TRUMP, bar, trumps)
    else:
        yield from _ruffs_of_throw(lead, ruffs, bar, price, trumps)


def _groups(lead: CardType, pool: int, suit: int, bar: int, trumps: Trumps) -> Iterator[int]:
    held = counted(pool)
    groups = groups_of(lead.shapes[0], suit, trumps)
    for mask in reversed(groups.masks):
        if mask & held == mask and groups.value_of[mask] > bar:
            yield cards_of_group(mask, pool)


def _ruffs_of_throw(lead: CardType, ruffs: int, bar: int, price: Sequence[int], trumps: Trumps) -> Iterator[int]:
    """Trumps that split into the units of a throw, with a key unit above the bar (8.3)."""
    count, (key, *others) = len(lead.cards), lead.shapes
    held = counted(ruffs)
    groups = groups_of(key, TRUMP, trumps)
    rest = in_placing_order(others)
    for mask in reversed(groups.masks):
        if mask & held != mask or groups.value_of[mask] <= bar:
            continue
        chosen = cards_of_group(mask, ruffs)
        placed = cheapest_placing(ruffs & ~chosen, rest, TRUMP, price, trumps)
        if placed is None:
            continue
        chosen |= placed
        free = sorted(each_card(ruffs & ~chosen), key=price.__getitem__)
        play = chosen | bits_of(free[: count - chosen.bit_count()])
        rank = rank_of_play(lead, play, trumps)
        if rank is not None and rank > (1, bar):
            yield play
        if key.form == SINGLE:
            return
