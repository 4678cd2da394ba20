"""Who wins a trick (shandong.md 8.2 to 8.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.api import Seat

from .cards import TRUMP, bits_of, counted, points_in
from .placing import SINGLE, Shape, best_value, covers, groups_of, in_placing_order, shape_value
from .trumps import Trumps
from .types import CardType, type_of
from .units import units

Rank = tuple[int, int]
"""(class, value) of a play that competes in a trick: class 1 is a ruff. The greatest wins."""


def trick_winner(lead: CardType, plays: Sequence[Iterable[int]], trumps: Trumps) -> int:
    """The index of the winning play; `plays[0]` is the lead; a throw is assumed to stand; fewer than four are fine."""
    place, _ = winning_play(lead, [lead.bits, *map(bits_of, plays[1:])], trumps)
    return place


def winning_play(lead: CardType, plays: Sequence[int], trumps: Trumps) -> tuple[int, Rank]:
    """The index of the winning play (a bit set), and its rank."""
    if lead.type == "single":
        return winning_single(plays, trumps)
    winner, best = 0, rank_of_play(lead, lead.bits, trumps)
    assert best is not None, "what was led has a rank"
    for place in range(1, len(plays)):
        rank = rank_of_play(lead, plays[place], trumps)
        if rank is not None and rank > best:
            winner, best = place, rank
    return winner, best


def winning_single(plays: Sequence[int], trumps: Trumps) -> tuple[int, Rank]:
    """`winning_play` for single cards: most tricks are single cards, and this saves bots that simulate rounds 5 %."""
    values, effective = trumps.values, trumps.effective
    first = plays[0].bit_length() - 1
    suit = effective[first]
    winner, ruffed, best = 0, 0, values[first]
    for place in range(1, len(plays)):
        card = plays[place].bit_length() - 1
        played, value = effective[card], values[card]
        if played == suit:
            if not ruffed and value > best:
                winner, best = place, value
        elif played == TRUMP and (not ruffed or value > best):
            winner, ruffed, best = place, 1, value
    return winner, (ruffed, best)


def score_trick(leader: Seat, plays: Sequence[int], trumps: Trumps) -> tuple[int, Seat, int]:
    """The index of a full trick's winning play, its seat, and the points won (8.4)."""
    if plays[0].bit_count() == 1:
        place, _ = winning_single(plays, trumps)
    else:
        place, _ = winning_play(type_of(plays[0], trumps), plays, trumps)
    return place, (leader + place) % 4, sum([points_in(play) for play in plays])


def rank_of_play(lead: CardType, play: int, trumps: Trumps) -> Rank | None:
    """The rank of a play (a bit set) that competes in this trick: class 1 is a ruff; None cannot win."""
    suit = lead.suit
    assert suit is not None, "an invalid type cannot be led"
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
