"""Checks of the legal actions in views: all of them are accepted, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from ..api import HOST, AnyGame, BotSeat, Json, Seat
from ..chance import Chance
from .match import Match, Moment
from .promise import Broken, refusal, unpack, verdict
from .sample import Sample

A_WHILE: Final = 60_000
NEAR: Final = 6
"""How many earlier and later actions are tried at a moment."""


def accepts_what_it_lists(sample: Sample) -> None:
    """What a view lists is accepted until the next wake-up; only `timely` refusals are allowed."""
    game = sample.game
    for match, moment in sample.moments():
        for now in _times(game, moment):
            for seat in range(len(match.sitters)):
                for action in _listed(game, moment.after, seat):
                    _accepted(match, moment, seat, action, now)


def lists_what_it_accepts(sample: Sample) -> None:
    """What is accepted is listed, or of a kind named in `unlisted`."""
    game = sample.game
    if game.listed is None:
        return
    whim = Chance(b"listing")
    for match, moment in sample.moments():
        if moment.actor != HOST and moment.step.refused is None:
            _is_listed(game, moment.before, moment.actor, moment.action)
        for seat in {whim.below(len(match.sitters)), *game.to_act(unpack(game, moment.after))}:
            for action in _near(match, moment):
                actor = _actor(game, moment.after, seat)
                answer = verdict(game, unpack(game, moment.after), actor, action, _chance(match, moment), moment.now)
                if refusal(answer) is None:
                    _is_listed(game, moment.after, seat, action)


def _listed(game: AnyGame, stored: bytes, seat: Seat) -> list[Any]:
    return [] if game.listed is None else list(game.listed(game.own(unpack(game, stored), seat)))


def _times(game: AnyGame, moment: Moment) -> Iterator[int]:
    """Now, and the last time before the next wake-up."""
    wake = game.wake(unpack(game, moment.after))
    last = moment.now + A_WHILE if wake is None else wake.at - 1
    if moment.now <= last:
        yield moment.now
    if moment.now < last:
        yield last


def _accepted(match: Match, moment: Moment, seat: Seat, action: Any, now: int) -> None:
    game, actor = match.game, _actor(match.game, moment.after, seat)
    refused = refusal(verdict(game, unpack(game, moment.after), actor, action, _chance(match, moment), now))
    if refused is None:
        return
    if refused.code not in game.timely:
        raise Broken(f"seat {seat} has {action!r} listed as legal, but it is refused: {refused!r} ({_where(match)})")
    wait = refused.params.get("retryAfter")
    if wait is not None and any(now + wait <= time for time in _times(game, moment)):
        again = verdict(game, unpack(game, moment.after), actor, action, _chance(match, moment), now + wait)
        if (still := refusal(again)) is not None:
            raise Broken(f"{action!r} of seat {seat} is refused {wait} ms later, too: {still!r} ({_where(match)})")


def _is_listed(game: AnyGame, stored: bytes, seat: Seat, action: Any) -> None:
    asked = msgspec.to_builtins(action)
    if _kind(asked) in game.unlisted:
        return
    if not any(_within(msgspec.to_builtins(known), asked) for known in _listed(game, stored, int(seat))):
        raise Broken(f"{action!r} of seat {int(seat)} is accepted, but its view does not list it")


def _near(match: Match, moment: Moment) -> Iterable[Any]:
    """The actions played around this moment, and everything that anybody may do after it."""
    for other in match.moments[max(0, moment.number - NEAR) : moment.number + NEAR]:
        if other.actor != HOST:
            yield other.action
    for seat in range(len(match.sitters)):
        yield from _listed(match.game, moment.after, seat)


def _actor(game: AnyGame, stored: bytes, seat: Seat) -> Seat:
    return BotSeat(seat) if seat in game.autopilot(unpack(game, stored)) else seat


def _chance(match: Match, moment: Moment) -> Chance:
    return match.chance(moment.number + 1)


def _kind(action: Json) -> Json:
    """The name of an action on the wire: its tag, or the field `action`."""
    return action.get("type", action.get("action")) if isinstance(action, dict) else action


def _within(part: Json, whole: Json) -> bool:
    """An action may say more than is listed (an UNO call with the play), not less."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and _within(value, whole[key]) for key, value in part.items())
    return bool(part == whole)


def _where(match: Match) -> str:
    return f"preset {match.preset}, {len(match.sitters)} players, seed {match.secret.decode()}"
