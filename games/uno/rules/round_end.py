"""The end of a round and of a match (uno.md 14)."""

from __future__ import annotations

from games.api import Outcome
from games.uno.cards import AMOUNT, DRAW_TWO, TYPE, Card, hand_value
from games.uno.events import DrawReason, MatchEnded, RoundEnded
from games.uno.options import unpack
from games.uno.state import MATCH_END, NOBODY, ROUND_END, Ending, Result, State
from games.uno.words import Reason

from .piles import draw_cards
from .seats import active_count, active_seats, next_seat
from .step_context import Act
from .turns import lapse_armed


def go_out(act: Act, seat: int, card: Card) -> None:
    """A play has emptied a hand: cards owed are drawn first, then the round is scored (uno.md 14.1)."""
    s = act.s
    owed, s.pending = s.pending + AMOUNT[card], 0
    s.wd4 = None
    if owed:
        if act.o.stack_draw_cards:
            reason = DrawReason.stack
        else:
            reason = DrawReason.draw_two if TYPE[card] == DRAW_TWO else DrawReason.wild_draw_four
        draw_cards(act, next_seat(s, seat), owed, reason)
    s.rounds_won[seat] += 1
    _end_round(act, seat, Reason.out)


def count_empty_draw(act: Act) -> bool:
    """Count a draw that found nothing. True: everybody has tried, so the round is a stalemate (uno.md 9.5)."""
    s = act.s
    s.empty_draws += 1
    if s.empty_draws < active_count(s):
        return False
    _end_in_stalemate(act)
    return True


def _end_in_stalemate(act: Act) -> None:
    """Nothing is left to draw: nobody wins the round (uno.md 14.3)."""
    _end_round(act, NOBODY, Reason.stalemate)


def _end_round(act: Act, winner: int, reason: Reason) -> None:
    s, o = act.s, act.o
    points: list[int | None] = [None] * len(s.hands)
    for seat in active_seats(s):
        value = points[seat] = hand_value(s.hands[seat])
        if o.scoring == "winner" and winner != NOBODY:
            s.scores[winner] += value
        elif o.scoring == "negative":
            s.scores[seat] -= value
    s.result = Result(winner, reason, points, [h.copy() for h in s.hands])
    s.phase = ROUND_END
    s.deadline = s.absent_until = 0
    s.vulnerable, s.since = NOBODY, 0
    lapse_armed(act)
    s.drawn = -1
    s.played = False
    s.free_pass = s.ready = 0
    act.everybody = True
    hands = [h.copy() for h in s.hands]
    act.tell(RoundEnded(None if winner == NOBODY else winner, reason, hands, points.copy(), s.scores.copy()))
    if _match_is_over(act):
        end_match(act, _winners(act), reason)
    else:
        s.deadline = act.now + o.round_break_seconds * 1000


def _match_is_over(act: Act) -> bool:
    s, o = act.s, act.o
    if o.scoring == "none" or (o.target_score == 0 and o.max_rounds == 0):
        return True
    if 0 < o.max_rounds <= s.round:
        return True
    best = max(s.scores) if o.scoring == "winner" else -min(s.scores)
    return 0 < o.target_score <= best


def _winners(act: Act) -> list[int]:
    """Who wins the match; only active seats can (uno.md 14.2, 14.3)."""
    s = act.s
    assert s.result is not None
    seats = active_seats(s)
    if act.o.scoring == "none":
        if s.result.winner != NOBODY:
            return [s.result.winner]
        worth = {seat: (hand_value(s.hands[seat]), len(s.hands[seat])) for seat in seats}
        return [seat for seat in seats if worth[seat] == min(worth.values())]
    rank = {seat: (s.scores[seat], s.rounds_won[seat]) for seat in seats}
    return [seat for seat in seats if rank[seat] == max(rank.values())]


def end_match(act: Act, winners: list[int], reason: Reason) -> None:
    """The match is over; everybody is ranked."""
    s = act.s
    s.ending = Ending(winners, _ranking(s, winners), reason)
    s.phase = MATCH_END
    s.deadline = s.absent_until = 0
    act.everybody = True
    act.tell(MatchEnded(winners.copy(), s.ending.ranking.copy(), reason))


def _ranking(s: State, winners: list[int]) -> list[int]:
    def place(seat: int) -> tuple[bool, bool, int, int, int, int]:
        points = s.result.points[seat] if s.result else None
        dropped = bool(s.dropped >> seat & 1)
        return seat not in winners, dropped, -s.scores[seat], -s.rounds_won[seat], points or 0, seat

    return sorted(range(len(s.hands)), key=place)


def outcome(s: State) -> Outcome | None:
    """How the match ended; an abandoned match counts on no board (uno.md 21)."""
    if s.ending is None:
        return None
    board = unpack(s.options).leaderboard
    return Outcome(
        winners=tuple(s.ending.winners),
        ranking=tuple(s.ending.ranking),
        scores=tuple(s.scores),
        reason=Reason(s.ending.reason).name,
        counts=s.ending.reason != Reason.abandoned,
        board="" if board == "none" else board,
    )
