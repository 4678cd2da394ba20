"""How long a bot pretends to think: it depends on how hard the choice looks from its seat."""

from __future__ import annotations

from typing import Final

from .position import Position

GLANCE_MS: Final = 450
PER_CHOICE_MS: Final = 55
MOST_CHOICES: Final = 12
LEAD_MS: Final = 250
RICH_MS: Final = 200
RICH: Final = 10
"""This many points in the trick are worth a second look."""


def think_ms(o: Position) -> int:
    """A glance if there is no choice; longer with many cards to choose from, when leading, and for points."""
    if not o.plays:
        return GLANCE_MS + LEAD_MS + PER_CHOICE_MS * _choices(o.hand, 1)
    lead = o.lead
    pool = o.of_suit(lead.suit or 0)
    missing = len(lead.cards) - pool.bit_count()
    choices = _choices(o.hand & ~pool, missing) if missing >= 0 else _choices(pool, len(lead.cards))
    if not choices:
        return GLANCE_MS
    return GLANCE_MS + PER_CHOICE_MS * choices + (RICH_MS if o.points() >= RICH else 0)


def _choices(cards: int, count: int) -> int:
    """How many different cards there are to choose from; 0 if there is nothing to choose."""
    if cards.bit_count() <= count or not count:
        return 0
    kinds = {card >> 1 for card in range(108) if cards >> card & 1}
    return min(MOST_CHOICES, len(kinds)) if len(kinds) > 1 else 0
