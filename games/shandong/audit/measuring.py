"""What `paiju arena` measures besides wins: the levels that a round is worth."""

from __future__ import annotations

from collections.abc import Sequence

from games.shandong.events import MatchEnded, RoundEnded
from games.shandong.state import SEATS, team
from games.views import Event


def gains(told: Sequence[Event]) -> list[list[int]]:
    """The steps of each round, for one side and against the other (shandong.md 13.1), wherever they led to."""
    rounds: list[list[int]] = []
    last: RoundEnded | None = None
    for event in told:
        if isinstance(event, RoundEnded):
            last = event
            if event.nextDealer is not None:  # else the match ends, and only that says who has won
                rounds.append(_steps(event, team(event.nextDealer)))
        elif isinstance(event, MatchEnded) and last is not None:
            rounds.append(_steps(last, event.team))
    return rounds


def _steps(ended: RoundEnded, side: int) -> list[int]:
    return [ended.steps if team(seat) == side else -ended.steps for seat in SEATS]
