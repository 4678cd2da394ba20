"""The measurements of `paiju arena` besides wins: the levels gained in a round."""

from __future__ import annotations

from collections.abc import Sequence

from games.shandong.events import MatchEnded, RoundEnded
from games.shandong.state import SEATS, team
from games.views import Event


def gains(told: Sequence[Event]) -> list[list[int]]:
    """The steps of each round, signed for each side (shandong.md 13.1), even if the climb stopped early."""
    rounds: list[list[int]] = []
    last: RoundEnded | None = None
    for event in told:
        if isinstance(event, RoundEnded):
            last = event
            if event.nextDealer is not None:  # otherwise the match has ended, and its winner won the round
                rounds.append(_steps(event, team(event.nextDealer)))
        elif isinstance(event, MatchEnded) and last is not None:
            rounds.append(_steps(last, event.team))
    return rounds


def _steps(ended: RoundEnded, side: int) -> list[int]:
    return [ended.steps if team(seat) == side else -ended.steps for seat in SEATS]
