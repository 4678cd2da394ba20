"""The checkers of a follow by the type of the lead, and their registry (shandong.md 7.4 steps 4 and 5; 15.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from .cards import CARD_IDS, counted, pairs_in
from .construct import highest_fill
from .demand import Demand, demand_of, fill_is_right
from .placing import FLASH, RAIN, Shape, covers
from .trumps import Trumps
from .types import CardType


class Breach(NamedTuple):
    """Why a follow is illegal."""

    code: str
    params: dict[str, Any]


Checker = Callable[[CardType, int, int, Trumps], Breach | None]
"""(lead, pool, play, trumps) -> the fault in a play of the right number of cards from a larger pool, or None."""

_CHECKERS: Final[dict[str, Checker]] = {}


def register_validator(type_: str, checker: Checker) -> None:
    """Let `checker` judge follows to leads of this type."""
    _CHECKERS[type_] = checker


def validate(type_: str, lead: CardType, pool: int, play: int, trumps: Trumps) -> Breach | None:
    """The verdict of the type's checker on bit sets of cards; an unknown type is a breach."""
    checker = _CHECKERS.get(type_)
    if checker is None:
        return Breach("BAD_PAYLOAD", {"field": "type"})
    return checker(lead, pool, play, trumps)


def validate_single(lead: CardType, pool: int, play: int, trumps: Trumps) -> Breach | None:
    """Any card of the suit follows a single."""
    return None


def validate_pair(lead: CardType, pool: int, play: int, trumps: Trumps) -> Breach | None:
    """A pair is followed by a pair, or without one by the two highest cards."""
    return _judge(lead, pool, play, trumps, lambda demanded: Breach("MUST_FOLLOW_PAIR", {}))


def validate_consecutive_pairs(lead: CardType, pool: int, play: int, trumps: Trumps) -> Breach | None:
    """A tractor is followed by the longest runs, then pairs, then the highest loose cards."""

    def uncovered(demanded: Demand) -> Breach:
        if demanded.required == lead.shapes:
            return Breach("MUST_FOLLOW_CONSECUTIVE_PAIRS", {"count": lead.shapes[0].size})
        return _pairs_breach(demanded, play)

    return _judge(lead, pool, play, trumps, uncovered)


def validate_flash(lead: CardType, pool: int, play: int, trumps: Trumps) -> Breach | None:
    """A flash or thunder is followed by one of as many cards, else by the highest cards (or pairs: specialFollow)."""
    return _validate_special(lead, pool, play, trumps, FLASH, "MUST_FOLLOW_FLASH")


def validate_straight(lead: CardType, pool: int, play: int, trumps: Trumps) -> Breach | None:
    """A rain is followed by a rain of its shape, else by the highest cards (or pairs: specialFollow)."""
    return _validate_special(lead, pool, play, trumps, RAIN, "MUST_FOLLOW_RAIN")


def validate_mixed(lead: CardType, pool: int, play: int, trumps: Trumps) -> Breach | None:
    """A throw is followed by those of its units that the pool has; other cards are free."""

    def uncovered(demanded: Demand) -> Breach:
        return Breach("MUST_MATCH_THROW", {"units": [_told(s) for s in demanded.required]})

    return _judge(lead, pool, play, trumps, uncovered)


def _validate_special(lead: CardType, pool: int, play: int, trumps: Trumps, form: int, code: str) -> Breach | None:
    def uncovered(demanded: Demand) -> Breach:
        if demanded.required[0].form == form:
            return Breach(code, {"count": len(lead.cards)})
        return _pairs_breach(demanded, play)

    return _judge(lead, pool, play, trumps, uncovered)


def _judge(
    lead: CardType, pool: int, play: int, trumps: Trumps, uncovered: Callable[[Demand], Breach]
) -> Breach | None:
    assert lead.suit is not None, "an invalid type cannot be led"
    demanded = demand_of(lead, counted(pool), trumps)
    shown = counted(play)
    if not covers(shown, demanded.placing, lead.suit, trumps):
        return uncovered(demanded)
    if not fill_is_right(demanded, shown, trumps):
        cards = [CARD_IDS[c] for c in highest_fill(demanded, pool, trumps)]
        return Breach("MUST_PLAY_HIGHEST", {"count": demanded.size, "cards": cards})
    return None


def _pairs_breach(demanded: Demand, play: int) -> Breach:
    asked = sum(s.size for s in demanded.required)
    if pairs_in(play).bit_count() < asked:
        return Breach("MUST_FOLLOW_PAIRS", {"count": asked})
    return Breach("MUST_INCLUDE_CONSECUTIVE_PAIRS", {"count": demanded.required[0].size})


def _told(shape: Shape) -> dict[str, Any]:
    return {"type": shape.type, "count": shape.cards}


register_validator("single", validate_single)
register_validator("pair", validate_pair)
register_validator("consecutive_pairs", validate_consecutive_pairs)
register_validator("flash", validate_flash)
register_validator("thunder", validate_flash)
register_validator("straight", validate_straight)
register_validator("mixed", validate_mixed)
