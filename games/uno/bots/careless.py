"""The mistakes of `easy` and `normal`: now and then they play the first card that fits, as people do."""

from __future__ import annotations

from typing import Final

from games.chance import Chance
from games.uno.cards import COLOR, COLORLESS

from .position import NO_CARD, Choice
from .strong import Weighed

ERRS: Final = {"easy": 90, "normal": 40, "strong": 0}
"""How many of a hundred choices a level makes without weighing them."""


def perhaps_careless(weighed: list[Weighed], level: str, chance: Chance) -> list[Weighed]:
    """The choices in order of preference; if the bot is careless, only one that fits. Even then it is never absurd: it
    goes out if it can, does not bluff, and plays a wild only if nothing else fits."""
    errs = ERRS[level]
    if len(weighed) < 2 or weighed[0].choice.goes_out or not (errs and chance.chance(errs, 100)):
        return weighed
    fitting = [found for found in weighed if found.choice.card != NO_CARD and not found.choice.bluff]
    plain = [found for found in fitting if not _is_wild(found.choice)] or fitting
    return [chance.choice(plain)] if plain else weighed


def _is_wild(choice: Choice) -> bool:
    return COLOR[choice.card] == COLORLESS
