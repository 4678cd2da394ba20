"""Results of a round, climbing, the next dealer, the end of a match (shandong.md 13). Levels are rank indices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from games.shandong.options import Rules

from .cards import RANK_INDEX

JACK: Final = RANK_INDEX["J"]


class RoundResult(msgspec.Struct, frozen=True):
    """The result of a round."""

    result: str  # 'dealer': the dealer side keeps the deal, or 'defenders'
    steps: int
    team_levels: tuple[int, int]
    next_dealer: int | None  # None if the match ends
    match_winner: int | None  # a team


THRESHOLDS: Final = (40, 80, 120, 160, 200)
"""Defenders' points at which a round is worth one step less to the dealers, or one more to the defenders (13.1)."""


def next_threshold(defender_points: int) -> int:
    """The next points the defenders aim for; beyond the last threshold, their current points."""
    for mark in THRESHOLDS:
        if mark > defender_points:
            return mark
    return defender_points


def steps_for(defender_points: int) -> tuple[str, int]:
    """(result, steps) of the table in 13.1."""
    if defender_points < 0:
        return "dealer", 4
    if defender_points < 80:
        return "dealer", 3 if defender_points == 0 else 2 if defender_points < 40 else 1
    return "defenders", min((defender_points - 80) // 40, 3)


def climb(level: int, steps: int, as_dealer: bool, rules: Rules) -> int:
    """The level after climbing (13.2)."""
    end = RANK_INDEX[rules.end_level]
    must = {*(RANK_INDEX[r] for r in rules.must_play), end}
    if not as_dealer and level in must:  # a must-play level is only passed by dealing at it
        return level
    for _ in range(steps):
        if level == end:
            break
        level += 1
        if level in must:
            break
    return level


def round_result(
    team_levels: Sequence[int], dealer: int, defender_points: int, rules: Rules, *, won_by_level_cards: bool = False
) -> RoundResult:
    """The result of a round. `won_by_level_cards`: the defenders won the last trick with level cards only."""
    result, steps = steps_for(defender_points)
    team = dealer % 2
    levels = [team_levels[0], team_levels[1]]
    kept = result == "dealer"
    if kept and levels[team] == RANK_INDEX[rules.end_level]:
        return RoundResult(result, steps, (levels[0], levels[1]), None, team)
    played = levels[team]
    climber = team if kept else 1 - team
    levels[climber] = climb(levels[climber], steps, kept, rules)
    if rules.jack_demote and played == JACK and won_by_level_cards:
        levels[team] = RANK_INDEX[rules.start_level]
    return RoundResult(result, steps, (levels[0], levels[1]), (dealer + (2 if kept else 1)) % 4, None)
