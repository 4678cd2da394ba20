"""Builds the views from the state, field by field, from scratch (uno.md 17)."""

from __future__ import annotations

from functools import lru_cache

from games.uno.cards import COLOR_WORDS
from games.uno.options import unpack
from games.uno.rules.calls import CATCHES, UNO_CARDS
from games.uno.rules.challenge import LOST_CHALLENGE
from games.uno.rules.legal import legal_actions
from games.uno.state import DRAWN, MATCH_END, NO_CARD, NOBODY, PENDING_DRAW, State
from games.uno.words import PHASES, Did, Reason

from .types import Control, Enforcement, HouseRules, LastAction, Own, Pending, Player, RoundResult, Status, Table

_DIDS = tuple(Did)
_CONTROL = (Control.human, Control.bot, Control.bot)


@lru_cache(maxsize=4096)
def _house(packed: bytes) -> HouseRules:
    o = unpack(packed)
    return HouseRules(
        Enforcement[o.uno_enforcement],
        o.uno_grace_ms,
        o.turn_gap_ms,
        o.seven_swap,
        o.zero_rotate,
        o.stack_draw_cards,
        o.wd4_legality == "bluff",
        o.leaderboard in ("arena", "sandbox"),
        o.uno_enforcement in CATCHES,
        UNO_CARDS,
    )


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def callers(s: State) -> list[int]:
    """The seats with an UNO flag; in `endTurn` mode, the current player if they have called."""
    return [s.current] if s.called else sorted(s.flags)


def table(s: State) -> Table:
    """The view of the table."""
    called = callers(s)
    last, result, ending = s.last, s.result, s.ending
    return Table(
        Status.ended if s.phase == MATCH_END else Status.playing,
        PHASES[s.phase],
        s.round,
        s.turn,
        s.deadline or None,
        s.current,
        s.direction,
        COLOR_WORDS[s.color],
        s.discard[-1],
        s.discard.copy(),
        len(s.discard),
        len(s.deck),
        s.pending,
        _pending(s) if s.phase == PENDING_DRAW else None,
        s.dealer,
        None
        if last is None
        else LastAction(
            _DIDS[last.did],
            last.seat,
            None if last.card == NO_CARD else last.card,
            None if last.count < 0 else last.count,
        ),
        [
            Player(
                seat,
                len(hand),
                seat in called,
                s.scores[seat],
                s.rounds_won[seat],
                _CONTROL[s.seats[seat]],
                not s.dropped >> seat & 1,
            )
            for seat, hand in enumerate(s.hands)
        ],
        (s.current if s.called else next(reversed(s.flags))) if called else None,
        called,
        None
        if result is None
        else RoundResult(
            _seat(result.winner),
            Reason(result.reason),
            result.points.copy(),
            [hand.copy() for hand in result.hands],
        ),
        None if ending is None or not ending.winners else ending.winners[0],
        [] if ending is None else ending.winners.copy(),
        [] if ending is None else ending.ranking.copy(),
        None if ending is None else Reason(ending.reason),
        _house(s.options),
    )


def _pending(s: State) -> Pending:
    o = unpack(s.options)
    challenge = s.wd4 is not None
    cost = s.pending + LOST_CHALLENGE if challenge else 0
    return Pending(s.pending, o.stack_draw_cards, challenge, _seat(s.top_by), cost)


def own(s: State, seat: int) -> Own:
    """This seat's own view."""
    drawn = s.drawn if s.phase == DRAWN and s.current == seat else None
    return Own(seat, s.hands[seat].copy(), drawn, legal_actions(s, unpack(s.options), seat))
