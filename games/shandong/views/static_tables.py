"""Static tables: the meaning of the small ints in views and events."""

from __future__ import annotations

from typing import Any, Final

from games.shandong.rules.cards import CARD_IDS, EFFECTIVE_SUITS, KIND_IDS, POINTS, RANKS

NAMES: Final[dict[str, Any]] = {
    "cards": CARD_IDS,
    "suits": EFFECTIVE_SUITS,
    "ranks": RANKS,
    "points": POINTS,
    "kinds": KIND_IDS,
}
"""`points`: the points of each card, in the order of `cards`."""
