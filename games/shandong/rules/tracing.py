"""Explains why cards have their type and why a follow is legal or not, for debugging (shandong.md 15.4).

Off unless the logger `paiju.shandong` allows DEBUG (`PAIJU_LOG=debug`). A trace names open cards on the table and cards
of the acting seat, never another hand.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Final

from games.api import Seat

from .cards import EFFECTIVE_SUITS, RANKS, SUITS, bits_of, cards_in, counted, ids_of
from .construct import highest_fill
from .demand import demand_of
from .follow import FollowResult
from .placing import Shape, shape_value
from .trumps import Trumps
from .types import CardType, identify_card_type, shapes_to_try

log: Final = logging.getLogger("paiju.shandong")


def trace_lead(seat: Seat, cards: Iterable[int], trumps: Trumps) -> None:
    if log.isEnabledFor(logging.DEBUG):
        found = identify_card_type(cards, trumps)
        log.debug("seat %d leads %s", seat, found.type, extra={"why": explain_type(found, trumps)})


def trace_follow(
    seat: Seat, lead: CardType, hand: Iterable[int], play: Iterable[int], trumps: Trumps, verdict: FollowResult
) -> None:
    if log.isEnabledFor(logging.DEBUG):
        why = explain_follow(lead, hand, play, trumps, verdict)
        log.debug("seat %d follows: %s", seat, verdict.code or "legal", extra={"why": why})


def explain_type(found: CardType, trumps: Trumps) -> list[str]:
    """The tests of 6.2 in order, up to the one that decided."""
    lines = [_context(trumps), f"cards {_ids(found.cards)}"]
    if found.suit is None:
        suits = sorted({EFFECTIVE_SUITS[trumps.effective[c]] for c in found.cards})
        return [*lines, f"effective suits {', '.join(suits) or 'none'}", f"so {found.code}"]
    lines.append(f"one effective suit, {EFFECTIVE_SUITS[found.suit]}")
    for shape in shapes_to_try(found.bits, trumps):
        value = shape_value(counted(found.bits), shape, found.suit, trumps)
        lines.append(f"{_shape(shape)}: {'no' if value is None else f'yes, value {value}'}")
        if value is not None:
            break
    if found.type == "mixed":
        lines += [f"unit {_shape(unit.shape)}, value {unit.value}: {_ids(unit.cards)}" for unit in found.units]
    return [*lines, f"so {found.type}"]


def explain_follow(
    lead: CardType, hand: Iterable[int], play: Iterable[int], trumps: Trumps, verdict: FollowResult
) -> list[str]:
    """The lead's demand on the hand (7.3), and the first test of 7.4 that failed."""
    assert lead.suit is not None, "an invalid type cannot be led"
    suit, count = EFFECTIVE_SUITS[lead.suit], len(lead.cards)
    pool = bits_of(hand) & trumps.masks[lead.suit]
    lines = [
        _context(trumps),
        f"lead {lead.type} in {suit}: {_ids(lead.cards)}",
        f"pool of {pool.bit_count()} for {count}: {_ids(cards_in(pool))}",
        f"play {_ids(play)}",
    ]
    if pool.bit_count() > count:
        demanded = demand_of(lead, counted(pool), trumps)
        shapes = ", ".join(_shape(shape) for shape in demanded.required)
        lines.append(f"must cover {shapes or 'nothing'}")
        if demanded.size:
            filler = _ids(highest_fill(demanded, pool, trumps))
            lines.append(f"and fill up with the {demanded.size} highest, such as {filler}")
    elif pool.bit_count() == count:
        lines.append("must be the whole pool")
    else:
        lines.append("must hold the whole pool, the rest is free")
    if verdict.valid:
        return [*lines, "so it is legal"]
    return [*lines, f"so {verdict.code}, expected {' '.join(verdict.expected)}"]


def _context(trumps: Trumps) -> str:
    suit = "no trump suit" if trumps.suit is None else f"{SUITS[trumps.suit]} trump"
    return f"level {RANKS[trumps.level]}, {suit}"


def _shape(shape: Shape) -> str:
    return f"{shape.type} of {shape.cards}" if shape.cards > 1 else shape.type


def _ids(cards: Iterable[int]) -> str:
    return " ".join(ids_of(cards)) or "nothing"
