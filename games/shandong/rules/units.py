"""The canonical decomposition of a throw (shandong.md 6.3)."""

from __future__ import annotations

import msgspec

from .cards import TRUMP, cards_in, counted, each_card, pairs_in
from .placing import (
    A_PAIR,
    A_SINGLE,
    FLASH,
    FOUR_JOKERS,
    JOKER_FLASH_VALUE,
    LEVEL_FLASH_VALUE,
    RAIN,
    TRACTOR,
    Shape,
    groups_of,
)
from .trumps import Trumps


class Unit(msgspec.Struct, frozen=True):
    """One piece of a throw."""

    cards: tuple[int, ...]
    shape: Shape
    value: int

    @property
    def type(self) -> str:
        """single, pair, consecutive_pairs, flash, thunder or straight."""
        return self.shape.type


def units(bits: int, suit: int, trumps: Trumps) -> tuple[Unit, ...]:
    """The units of cards (a bit set) of one effective suit, in canonical order."""
    found: list[Unit] = []

    def take(mask: int, shape: Shape, value: int) -> int:
        found.append(Unit(cards_in(mask), shape, value))
        return bits & ~mask

    for mask, ranks in _full_rains(bits, suit, trumps):
        bits = take(mask, Shape(RAIN, len(ranks), mask.bit_count() - len(ranks)), ranks[-1])
    if suit == TRUMP:
        for mask, value in _full_flashes(bits, trumps):
            bits = take(mask, Shape(FLASH, mask.bit_count()), value)
    for size in range(pairs_in(bits).bit_count(), 1, -1):
        shape = Shape(TRACTOR, size)
        groups = groups_of(shape, suit, trumps)
        for mask in groups.masks:
            if mask & bits == mask:
                bits = take(mask, shape, groups.value_of[mask])
    for card in each_card(pairs_in(bits)):
        bits = take(0b11 << card, A_PAIR, trumps.values[card])
    for card in each_card(bits):
        take(1 << card, A_SINGLE, trumps.values[card])
    found.sort(key=lambda u: (u.shape.form, -len(u.cards), -u.value, u.cards[0]))
    return tuple(found)


def _full_rains(bits: int, suit: int, trumps: Trumps) -> list[tuple[int, list[int]]]:
    """The longest runs of neighbouring ranks, with all copies; a run with every rank doubled is a tractor instead."""
    natural = trumps.suit if suit == TRUMP else suit
    rains: list[tuple[int, list[int]]] = []
    if natural is None:
        return rains
    held = counted(bits)
    for run in trumps.rain_runs:
        row: list[int] = []
        for rank in (*run, None):
            if rank is not None and held >> 2 * (13 * natural + rank) & 1:
                row.append(rank)
                continue
            if len(row) >= 5:
                mask = bits & sum(0b11 << 2 * (13 * natural + r) for r in row)
                if mask.bit_count() < 2 * len(row):
                    rains.append((mask, row))
            row = []
    return rains


def _full_flashes(bits: int, trumps: Trumps) -> list[tuple[int, int]]:
    """All cards of every rank held in all four suits."""
    flashes = []
    if trumps.rules.four_jokers_flash and bits & FOUR_JOKERS == FOUR_JOKERS:
        flashes.append((FOUR_JOKERS, JOKER_FLASH_VALUE))
    for rank in trumps.eligible:
        copies = [bits & 0b11 << 2 * (13 * s + rank) for s in range(4)]
        if all(copies):
            flashes.append((sum(copies), LEVEL_FLASH_VALUE if rank == trumps.level else rank))
    return flashes
