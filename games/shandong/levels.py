"""Results of a round, climbing, the next dealer, the end of a match (shandong.md 13). Levels are rank indices."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .rules_options import Rules


class RoundResult(msgspec.Struct, frozen=True):
    result: str  # 'dealer' or 'defenders'
    steps: int
    team_levels: tuple[int, int]
    next_dealer: int | None
    match_winner: int | None


def climb(level: int, steps: int, as_dealer: bool, rules: Rules) -> int:
    """The level after climbing (13.2)."""
    raise NotImplementedError


def round_result(
    team_levels: Sequence[int], dealer: int, defender_points: int, rules: Rules, *, won_by_level_cards: bool = False
) -> RoundResult:
    """What a round leads to. `won_by_level_cards`: the defenders won the last trick with level cards only."""
    raise NotImplementedError
