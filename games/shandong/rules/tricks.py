"""Who wins a trick (shandong.md 8.2 to 8.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .cards import TRUMP, bits_of, counted
from .placing import SINGLE, Shape, best_value, covers, groups_of, in_placing_order, shape_value
from .trumps import Trumps
from .types import CardType
from .units import units


def trick_winner(lead: CardType, plays: Sequence[Iterable[int]], trumps: Trumps) -> int:
    """The index of the winning play; `plays[0]` is the lead, a throw is taken as standing; fewer than four are fine."""
    winner, best = 0, rank_of_play(lead, lead.bits, trumps)
    for i in range(1, len(plays)):
        rank = rank_of_play(lead, bits_of(plays[i]), trumps)
        if rank is not None and (best is None or rank > best):
            winner, best = i, rank
    return winner


def rank_of_play(lead: CardType, play: int, trumps: Trumps) -> tuple[int, int] | None:
    """(class, value) of a play (a bit set) that competes in this trick: class 1 is a ruff; None cannot win."""
    suit = lead.suit
    assert suit is not None, "an invalid type is not led"
    if lead.type == "mixed":
        if play == lead.bits:
            return (0, 0)
        if suit == TRUMP or play & ~trumps.masks[TRUMP]:
            return None
        value = _ruff_value(lead, play, trumps)
        return None if value is None else (1, value)
    held = counted(play)
    if not play & ~trumps.masks[suit]:
        value = shape_value(held, lead.shapes[0], suit, trumps)
        return None if value is None else (0, value)
    if not play & ~trumps.masks[TRUMP]:
        value = shape_value(held, lead.shapes[0], TRUMP, trumps)
        return None if value is None else (1, value)
    return None


def _ruff_value(lead: CardType, play: int, trumps: Trumps) -> int | None:
    """The greatest value of the key unit in any split of these trumps into the shapes of a throw (8.3)."""
    if play.bit_count() != len(lead.cards):
        return None
    if trumps.rules.ruff_match == "exact":
        shapes = sorted(u.shape for u in units(play, TRUMP, trumps))
        if shapes != sorted(lead.shapes):
            return None
    held, key = counted(play), lead.shapes[0]
    if key.form == SINGLE:
        return best_value(held, key, TRUMP, trumps)
    others: tuple[Shape, ...] = in_placing_order(lead.shapes[1:])
    groups = groups_of(key, TRUMP, trumps)
    for mask in groups.masks:
        if mask & held == mask and covers(counted(held & ~mask), others, TRUMP, trumps):
            return groups.value_of[mask]
    return None
