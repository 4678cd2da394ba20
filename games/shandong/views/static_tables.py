"""Static tables: what the small ints of views and events stand for."""

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
"""`points`: what each card is worth, in the order of `cards`."""
