"""What is due in a room, and when it wants to be woken next."""

from __future__ import annotations

from typing import Final

from games.api import Json, SeatAway

from . import bot_actions, bots, exchange, match, members
from .decision import Decision
from .document import DEALT, PLAYING
from .game_failures import is_stuck, not_before
from .room import Room
from .room_view import Left, WentAway

AWAY_AFTER: Final = 30_000  # ms without a connection after which a seat counts as away, and a watcher as gone
LOBBY_TTL: Final = 30 * 60_000
PLAYING_TTL: Final = 7 * 24 * 3600_000
OVER_TTL: Final = 24 * 3600_000


def next_wake(room: Room) -> int | None:
    """Platform ms at which the room wants to be woken; None: only by a command."""
    times = [lost + AWAY_AFTER for lost in room.seated.lost]
    if room.cold.watchers:
        times += [doc.lost_at + AWAY_AFTER for doc in room.cold.watchers if doc.lost_at]
    if (seal := room.cold.seal) is not None and seal.stage < DEALT:
        times.append(seal.until)
    if room.cold.phase == PLAYING and not room.cold.paused_at:
        if room.hot.wake is not None:
            times.append(room.cold.base + room.hot.wake)
        if room.hot.plans and (plan := bots.next_plan(room)) is not None:
            times.append(room.cold.base + plan.due)
    soonest = min(times, default=None)
    return max(soonest, not_before(room)) if soonest is not None and room.cold.failures else soonest


def lifetime(room: Room) -> int:
    """How long a room is kept after its last commit, in ms."""
    return PLAYING_TTL if room.cold.phase == PLAYING else OVER_TTL if room.cold.matches else LOBBY_TTL


def due(d: Decision) -> Json:
    """Do what is due, at most one step of the game. Returns the bot that must ponder first, if any."""
    if exchange.due(d):
        return {}
    _away(d)
    _watchers_gone(d)
    if d.room is not d.before and is_stuck(d.room):
        return {}  # keep this change, whatever becomes of the game
    if d.stepped or d.room.cold.phase != PLAYING or d.room.cold.paused_at:
        return {}
    now = d.room.clock(d.platform)
    hot = d.room.hot
    plan = bots.next_plan(d.room)
    if plan is not None and plan.due <= now and (hot.wake is None or plan.due <= hot.wake):
        if plan.ponder:
            return {"ponder": plan.seat}
        bot_actions.carry_out(d, plan)
    elif hot.wake is not None and hot.wake <= now:
        match.wake_game(d)
    return {}


def _away(d: Decision) -> None:
    for seat, doc in enumerate(d.room.cold.seats):
        if doc.lost_at and doc.lost_at + AWAY_AFTER <= d.platform:
            d.room = d.room.with_seat(seat, away=True, lost_at=0)
            d.tell(WentAway(seat))
            if not d.stepped:
                match.host_step(d, SeatAway(seat))
            members.pass_host_on(d)
            return


def _watchers_gone(d: Decision) -> None:
    gone = [w for w in d.room.cold.watchers if w.lost_at and w.lost_at + AWAY_AFTER <= d.platform]
    if gone:
        d.room = d.room.without_watchers(*[w.player for w in gone])
        for watcher in gone:
            d.tell(Left(watcher.name, None))
        members.pass_host_on(d)
