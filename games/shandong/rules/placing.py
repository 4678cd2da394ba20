"""Shapes, the groups of cards that have them, and whether shapes can be placed in a set of cards (7.2).

Decks do not matter here: cards are *counted* bit sets (`cards.counted`), in which a kind held once has its deck-0 bit
set and a kind held twice both bits. A group is in a set iff all its bits are.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple

from .cards import SMALL_JOKER, TRUMP, counted, pairs_in
from .trumps import Trumps

RAIN: Final = 0
FLASH: Final = 1
TRACTOR: Final = 2
PAIR: Final = 3
SINGLE: Final = 4


class Shape(NamedTuple):
    """What must be equal for two plays to be comparable (6.1). `form` is one of RAIN, FLASH, TRACTOR, PAIR, SINGLE."""

    form: int
    size: int  # rain: distinct ranks; flash: cards; tractor: pairs; else 1
    doubled: int = 0  # rain: how many ranks are doubled

    @property
    def cards(self) -> int:
        """How many cards a group of this shape has."""
        if self.form in (RAIN, FLASH):
            return self.size + self.doubled
        return self.size if self.form == SINGLE else 2 * self.size

    @property
    def type(self) -> str:
        """The name of the card type."""
        if self.form == FLASH and self.size > 4:
            return "thunder"
        return ("straight", "flash", "consecutive_pairs", "pair", "single")[self.form]


A_PAIR: Final = Shape(PAIR, 1)
A_SINGLE: Final = Shape(SINGLE, 1)

FOUR_JOKERS: Final = 0b1111 << (2 * SMALL_JOKER)
JOKER_FLASH_VALUE: Final = 14
LEVEL_FLASH_VALUE: Final = 13


class Groups(NamedTuple):
    """All groups of one shape in one effective suit: highest first, equal ones in suit order."""

    masks: tuple[int, ...]
    value_of: dict[int, int]


def shape_of_run(pairs: int) -> Shape:
    """A tractor of this many pairs; one pair alone is a pair."""
    return Shape(TRACTOR, pairs) if pairs > 1 else A_PAIR


@lru_cache(maxsize=4096)
def groups_of(shape: Shape, suit: int, trumps: Trumps) -> Groups:
    """Every counted set of cards that has this shape, in an effective suit."""
    found = _GENERATORS[shape.form](shape, suit, trumps)
    found.sort(key=lambda group: -group[1])
    return Groups(tuple(mask for mask, _ in found), dict(found))


def _kinds(suit: int, trumps: Trumps) -> list[int]:
    return [kind for kind in range(54) if trumps.effective[2 * kind] == suit]


def _singles(shape: Shape, suit: int, trumps: Trumps) -> list[tuple[int, int]]:
    return [(0b01 << 2 * kind, trumps.values[2 * kind]) for kind in _kinds(suit, trumps)]


def _pairs(shape: Shape, suit: int, trumps: Trumps) -> list[tuple[int, int]]:
    return [(0b11 << 2 * kind, trumps.values[2 * kind]) for kind in _kinds(suit, trumps)]


def _tractors(shape: Shape, suit: int, trumps: Trumps) -> list[tuple[int, int]]:
    steps: dict[int, list[int]] = {}
    for kind in _kinds(suit, trumps):
        if trumps.sequence[kind]:
            steps.setdefault(trumps.sequence[kind], []).append(kind)
    found = []
    for top in steps:
        run = range(top, top - shape.size, -1)
        if all(step in steps for step in run):
            for kinds in product(*(steps[step] for step in run)):
                found.append((sum(0b11 << 2 * kind for kind in kinds), trumps.values[2 * kinds[0]]))
    return found


def _flashes(shape: Shape, suit: int, trumps: Trumps) -> list[tuple[int, int]]:
    if suit != TRUMP:
        return []
    found = []
    for rank in trumps.eligible:
        value = LEVEL_FLASH_VALUE if rank == trumps.level else rank
        each = sum(0b01 << 2 * (13 * s + rank) for s in range(4))
        for twice in combinations(range(4), shape.size - 4):
            found.append((each + sum(0b10 << 2 * (13 * s + rank) for s in twice), value))
    if trumps.rules.four_jokers_flash and shape.size == 4:
        found.append((FOUR_JOKERS, JOKER_FLASH_VALUE))
    return found


def _rains(shape: Shape, suit: int, trumps: Trumps) -> list[tuple[int, int]]:
    natural = trumps.suit if suit == TRUMP else suit
    if natural is None:
        return []
    found = []
    for run in trumps.rain_runs:
        for end in range(shape.size, len(run) + 1):
            kinds = [13 * natural + rank for rank in run[end - shape.size : end]]
            each = sum(0b01 << 2 * kind for kind in kinds)
            for twice in combinations(kinds, shape.doubled):
                found.append((each + sum(0b10 << 2 * kind for kind in twice), run[end - 1]))
    return found


_GENERATORS: Final = (_rains, _flashes, _tractors, _pairs, _singles)


def shape_value(held: int, shape: Shape, suit: int, trumps: Trumps) -> int | None:
    """The value of these (counted) cards if together they have exactly this shape, or else None."""
    return groups_of(shape, suit, trumps).value_of.get(held)


def best_value(held: int, shape: Shape, suit: int, trumps: Trumps) -> int | None:
    """The greatest value of a group of this shape among these (counted) cards, None if there is none."""
    groups = groups_of(shape, suit, trumps)
    for mask in groups.masks:
        if mask & held == mask:
            return groups.value_of[mask]
    return None


def in_placing_order(shapes: list[Shape] | tuple[Shape, ...]) -> tuple[Shape, ...]:
    """The shapes as `covers` needs them: without singles, which fit anywhere, and with pairs last, which can be
    counted.
    """
    return tuple(sorted((s for s in shapes if s.form != SINGLE), key=lambda s: (s.form, -s.size, -s.doubled)))


def covers(held: int, shapes: tuple[Shape, ...], suit: int, trumps: Trumps) -> bool:
    """Can these shapes (`in_placing_order`) be placed in the (counted) cards of this suit, all at once?"""
    if not shapes:
        return True
    if shapes[0].form == PAIR:
        return pairs_in(held).bit_count() >= len(shapes)
    if len(shapes) == 1:
        return best_value(held, shapes[0], suit, trumps) is not None
    return placeable(held, shapes, suit, trumps)


@lru_cache(maxsize=8192)
def placeable(held: int, shapes: tuple[Shape, ...], suit: int, trumps: Trumps) -> bool:
    """`covers` for cases that need a search."""
    return _placeable(held, 0, 0, shapes, suit, trumps, set())


def _placeable(
    held: int, i: int, start: int, shapes: tuple[Shape, ...], suit: int, trumps: Trumps, dead: set[tuple[int, int, int]]
) -> bool:
    if i == len(shapes):
        return True
    shape = shapes[i]
    if shape.form == PAIR:
        return pairs_in(held).bit_count() >= len(shapes) - i
    if (held, i, start) in dead:
        return False
    masks = groups_of(shape, suit, trumps).masks
    more_of_it = i + 1 < len(shapes) and shapes[i + 1] == shape
    for j in range(start, len(masks)):
        mask = masks[j]
        # groups of one shape are taken in list order: other orders give the same placing
        if mask & held == mask and _placeable(
            counted(held & ~mask), i + 1, j if more_of_it else 0, shapes, suit, trumps, dead
        ):
            return True
    dead.add((held, i, start))
    return False
