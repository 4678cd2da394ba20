"""Shapes, and whether they can be placed in a set of cards (shandong.md 7.2)."""

from __future__ import annotations

from typing import NamedTuple


class Shape(NamedTuple):
    """What must be equal for two plays to be comparable (6.1). `form` is one of RAIN, FLASH, TRACTOR, PAIR, SINGLE."""

    form: int
    size: int  # rain: distinct ranks; flash: cards; tractor: pairs; else 1
    doubled: int = 0  # rain: how many ranks are doubled
