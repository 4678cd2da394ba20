"""Rounds and matches: how they end, and how the next one begins (shandong.md 10.1, 10.8, 12, 13)."""

from __future__ import annotations

from games.api import Seat
from games.shandong import actions
from games.shandong.events import MatchEnded, Ready, RoundEnded
from games.shandong.rules.bottom_score import bottom_score
from games.shandong.rules.cards import RANK_INDEX, is_joker, rank_of
from games.shandong.rules.levels import round_result
from games.shandong.rules.types import CardType
from games.shandong.state import SEATS, Phase, Result, State, team
from games.shandong.views.words import Winner

from .awaiting import enter, rest
from .course import Course
from .dealing import new_deal


def finish_round(state: State, lead: CardType, winner: Seat, winning_play: tuple[int, ...], course: Course) -> None:
    """Score the bottom (12), move the levels (13), and wait for the next round."""
    this, rules = state.round, state.rules
    assert state.dealer is not None
    won = team(winner) != team(state.dealer)
    bottom = bottom_score(this.bottom, lead, winning_play, won, state.trumps)
    this.points += bottom.defender_delta
    by_level = won and all(not is_joker(c) and rank_of(c) == state.level for c in winning_play)
    found = round_result(state.levels, state.dealer, this.points, rules, won_by_level_cards=by_level)
    keeps = found.result == "dealer"
    this.result = Result(
        keeps,
        found.steps,
        found.team_levels,
        found.next_dealer,
        found.match_winner,
        bottom.points,
        bottom.multiplier,
        bottom.defender_delta,
        this.points,
    )
    this.turn = None
    state.levels = list(found.team_levels)
    state.ready = [False] * 4
    course.touch(*SEATS)
    course.tell(_round_ended(state, this.result))
    if found.match_winner is None:
        enter(state, Phase.round_end, course.at, rules.next_round_ms)
    else:
        rest(state, Phase.match_end)
        course.tell(MatchEnded(found.match_winner, list(state.levels)))


def ready(state: State, seat: Seat, _: actions.Ready, course: Course) -> None:
    make_ready(state, seat, course)


def make_ready(state: State, seat: Seat, course: Course) -> None:
    """When all four are ready, the next round or match begins (10.1, 10.8). Saying it again changes nothing."""
    if state.ready[seat]:
        return
    _set_ready(state, seat, True, course)
    if all(state.ready):
        go_on(state, course)


def unready(state: State, seat: Seat, _: actions.Unready, course: Course) -> None:
    if state.ready[seat]:
        _set_ready(state, seat, False, course)


def go_on(state: State, course: Course) -> None:
    """Begin the round or match that everybody was waiting for."""
    if state.phase is Phase.round_end:
        result = state.round.result
        assert result is not None
        assert result.next_dealer is not None
        state.dealer = result.next_dealer
        state.level = state.levels[team(state.dealer)]
        new_deal(state, course, course.at)
    else:
        begin_match(state, course)


def begin_match(state: State, course: Course) -> None:
    """The first round: nobody deals yet, both teams are at the first level (10.1)."""
    start = RANK_INDEX[state.rules.start_level]
    state.levels = [start, start]
    state.level = start
    state.dealer = None
    state.number = 0
    new_deal(state, course, course.at)


def _set_ready(state: State, seat: Seat, on: bool, course: Course) -> None:
    state.ready[seat] = on
    course.touch(seat)
    course.tell(Ready(seat, on))


def _round_ended(state: State, result: Result) -> RoundEnded:
    return RoundEnded(
        Winner.dealer if result.dealer_keeps else Winner.defenders,
        result.steps,
        list(result.levels),
        result.next_dealer,
        list(state.round.bottom),
        result.bottom_points,
        result.multiplier,
        result.defender_delta,
        result.defender_points,
    )
