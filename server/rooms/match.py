"""The match: how it begins, how actions reach the game, and what happens when the game wakes."""

from __future__ import annotations

from typing import Any

import msgspec

from games.api import HOST, Actor, AllReady, BotSeat, Json, Refused, Seat, SeatBack, Sitter, WakeUp
from games.chance import Chance

from . import bots, lesson_moves, player_commands, ranks, sealing
from .decision import Decision, Who
from .document import OVER, PLAYING, Hot, LastAnswer
from .game_codec import decode_state, encode_state, read_action
from .game_failures import is_stuck
from .game_options import resolved_options
from .match_end import end_match
from .refusals import need
from .room import Room
from .room_view import BotSat, MatchBegan

_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder().decode


def start(d: Decision, who: Who, _: player_commands.Start) -> Json:
    d.room.need_host(who.player)
    need(d.room.cold.phase != PLAYING, "match.running")
    begin(d)
    return {}


def begin(d: Decision, *, sealed: bool = True) -> None:
    """The only way to begin a match: settle who plays, then deal. If anybody's page takes part, nobody can choose the
    deal.
    """
    seats = ranks.closed(d.room)
    _nobody_ready(d)
    if sealed and (asked := sealing.asked(d.room, seats)):
        sealing.seal(d, seats, asked)
    else:
        d.room = d.room.with_cold(seal=None)
        deal(d)


def _close_ranks(d: Decision) -> None:
    """People move to the seats in which they play, and bots sit down to fill the rest."""
    seats = ranks.closed(d.room)
    for seat in range(sum(s.taken for s in d.room.cold.seats), len(seats)):
        d.tell(BotSat(seat, seats[seat].bot))
    d.room = d.room.with_cold(seats=seats)


def deal(d: Decision, secret: bytes = b"") -> None:
    """Let the game set up. `secret`: the match's secret; empty: draw a new one."""
    _close_ranks(d)
    room = d.room
    seats = room.cold.seats
    options = resolved_options(room.game, room.cold.preset, room.cold.options, len(seats))
    if room.cold.practice:
        d.chance = Chance(room.cold.practice.encode(), room.cold.matches)
    number = room.cold.matches + 1
    d.room = room.with_cold(
        phase=PLAYING,
        matches=number,
        base=d.platform,
        paused_at=0,
        left=(),
        failures=0,
        last_holders=(),
        lesson=None,
        renamed=len(room.game.renamed_levels),
    )
    d.room = Room(room.id, room.game, d.room.cold, _fresh_hot(d, len(seats), secret))
    d.tell(MatchBegan(number))
    sitters: list[Sitter] = ["bot" if s.bot else "human" for s in seats]
    step = room.game.setup(options, sitters, Chance(d.room.hot.secret, 0), 0)
    d.took(step, encode_state(step.state), 0)
    d.touched = None
    after_step(d)


def _fresh_hot(d: Decision, seats: int, secret: bytes) -> Hot:
    """A new match has a new secret; the counters of frames and actions continue."""
    hot = d.room.hot
    most = max(seats, len(hot.priv))
    acts = tuple(hot.acts[i] if i < len(hot.acts) else LastAnswer() for i in range(most))
    priv = tuple(hot.priv[i] if i < len(hot.priv) else 0 for i in range(most))
    return Hot(pub=hot.pub, priv=priv, acts=acts, secret=secret or d.chance.secret())


def act(d: Decision, who: Who, message: player_commands.Act) -> Json:
    """A seat's numbered action. A number that was already answered gets the same answer."""
    seat = _my_seat(d, who)
    last = d.room.hot.acts[seat]
    if message.n == last.n:
        return _unpack(last.answer)
    if message.n != last.n + 1:
        raise Refused("act.old" if message.n < last.n else "act.gap", last=last.n)
    if d.room.cold.phase != PLAYING:
        _need_match(d)
    if d.room.cold.paused_at:
        raise Refused("room.paused")
    result = step_game(d, seat, read_action(d.game, message.action))
    d.steps = [(seat, None, d.room.hot.now)]  # the log has the action, as it was sent
    acts = d.room.hot.acts
    d.acts = (*acts[:seat], LastAnswer(message.n, _pack(result)), *acts[seat + 1 :])
    return result


def _need_match(d: Decision) -> None:
    """Require a match to act in; before and after it, refuse with the game's own code, if it has one."""
    need(d.room.cold.phase != OVER, d.game.ended or "match.over")
    need(d.room.cold.phase == PLAYING, d.game.not_started or "match.none")


def _my_seat(d: Decision, who: Who) -> Seat:
    seat = d.room.seated.players.get(who.player)
    if seat is None:
        raise Refused("seat.none")
    if who.gen is not None and d.room.cold.seats[seat].gen != who.gen:
        raise Refused("seat.elsewhere")
    return seat


def step_game(d: Decision, actor: Actor, action: Any) -> Json:
    """Let the game judge and apply the action; returns the answer for the actor."""
    game, hot = d.game, d.room.hot
    now = d.room.clock(d.platform)
    state = d.state if d.stepped else decode_state(game, hot.state)
    step = game.apply(state, actor, action, Chance(hot.secret, hot.step + 1), now)
    d.took(step, encode_state(step.state), now)
    if d.room.cold.lesson is not None:
        lesson_moves.follow(d, hot, actor)
    d.steps.append((-2 - actor if isinstance(actor, BotSeat) else actor, action, now))
    after_step(d)
    if step.refused is not None:
        return {"refused": {"code": step.refused.code, **step.refused.params, **step.result}}
    return dict(step.result)


def after_step(d: Decision) -> None:
    """The match may be over; bots make their plans."""
    outcome = d.game.outcome(d.state)
    if outcome is not None and d.room.cold.phase == PLAYING:
        d.outcome = outcome
        end_match(d, list(outcome.winners), list(outcome.ranking))
    bots.plan(d)


def refresh_plans(d: Decision) -> None:
    """Ask the bots again, after a seat has changed hands."""
    if d.room.cold.phase == PLAYING and d.room.hot.state and not is_stuck(d.room):
        if d.state is None:
            d.state = decode_state(d.game, d.room.hot.state)
        bots.plan(d)


def host_step(d: Decision, action: Any, required: bool = False) -> None:
    """Tell the game what happened to a seat, or that time has passed. Its refusal is passed on only if `required`."""
    if d.room.cold.phase != PLAYING or not d.room.hot.state or is_stuck(d.room):
        return
    if d.room.cold.lesson is not None:
        return  # a lesson waits for its learner
    try:
        step_game(d, HOST, action)
    except Refused:
        if required:
            raise


def check(d: Decision, who: Who, message: player_commands.Check) -> Json:
    """Would the action be accepted now? Describes it if so, and says why if not; changes nothing."""
    seat = _my_seat(d, who)
    _need_match(d)
    need(not d.room.cold.paused_at, "room.paused")
    game, hot = d.game, d.room.hot
    action = read_action(game, message.action)
    state = decode_state(game, hot.state)
    step = game.apply(state, seat, action, Chance(hot.secret, hot.step + 1), d.room.clock(d.platform))
    if step.refused is not None:
        raise step.refused
    return {"legal": True, **step.about}


def back(d: Decision, who: Who, _: player_commands.Back) -> Json:
    seat = _my_seat(d, who)
    need(d.room.cold.phase == PLAYING, "match.none")
    host_step(d, SeatBack(seat), required=True)
    return {}


def ready(d: Decision, who: Who, message: player_commands.Ready) -> Json:
    """Ready for what comes next: the start, the next round, another match."""
    seat = _my_seat(d, who)
    d.room = d.room.with_seat(seat, ready=message.on)
    if d.room.cold.phase == PLAYING and everybody_ready(d.room, _autopilot(d)):
        _nobody_ready(d)
        host_step(d, AllReady())
    return {}


def rematch(d: Decision, who: Who, _: player_commands.Rematch) -> Json:
    """Another match in the same seats; it begins once every person present has asked for it."""
    need(d.room.cold.phase == OVER, "match.running" if d.room.cold.phase == PLAYING else "match.none")
    d.room = d.room.with_seat(_my_seat(d, who), ready=True)
    if everybody_ready(d.room, ()):
        begin(d)
    return {}


def everybody_ready(room: Room, autopilot: Any) -> bool:
    waiting = [s.ready for i, s in enumerate(room.cold.seats) if s.player and s.connected and i not in autopilot]
    return bool(waiting) and all(waiting)


def _nobody_ready(d: Decision) -> None:
    d.room = d.room.with_every_seat(ready=False)


def _autopilot(d: Decision) -> Any:
    state = d.state if d.stepped else decode_state(d.game, d.room.hot.state)
    return d.game.autopilot(state)


def wake_game(d: Decision) -> None:
    """Wake the game at the time it asked for."""
    state = d.state if d.stepped else decode_state(d.game, d.room.hot.state)
    wake = d.game.wake(state)
    if wake is None or not isinstance(wake.action, WakeUp):
        return
    step_game(d, HOST, wake.action)
