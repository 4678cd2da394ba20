"""Checks of the legal actions in views: all of them are accepted, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from ..api import HOST, AnyGame, BotSeat, Json, Seat
from ..chance import Chance
from .conduct import untouched
from .match import Match, Moment, kind_of
from .met import meet
from .promise import Broken, Doubt, refusal, unpack, verdict

A_WHILE: Final = 60_000
NEAR: Final = 6
"""How many earlier and later actions are tried at a moment."""
MIXED: Final = 12
"""How many actions are made from parts of others."""


def accepts_what_it_lists(match: Match, moment: Moment) -> None:
    """Listed actions are accepted until the next wake-up; only `timely` refusals are allowed."""
    for now in _times(match.game, moment):
        for seat in range(len(match.sitters)):
            for action in _listed(match.game, moment.after, seat):
                _accepted(match, moment, seat, action, now)


def lists_what_was_played(match: Match, moment: Moment) -> None:
    """Every accepted action is listed, or of a kind named in `unlisted`."""
    if moment.actor != HOST and moment.step.refused is None:
        _need_listed(match.game, moment.before, moment.actor, moment.action)


def lists_what_it_accepts(match: Match, moment: Moment) -> None:
    """No unlisted action is accepted among those played around this moment."""
    game, whim = match.game, Chance(match.secret + b"/listing", moment.number)
    if game.listed is None:
        return
    for seat in sorted({whim.below(len(match.sitters)), *game.to_act(unpack(game, moment.after))}):
        for action in _near(match, moment):
            if _takes(match, moment, seat, action):
                _need_listed(game, moment.after, seat, action)
    for seat in sorted(game.to_act(unpack(game, moment.after))):
        for action in _mixed(match, whim):
            if _takes(match, moment, seat, action) and not is_listed(game, moment.after, seat, action):
                raise Doubt(
                    f"{action!r} of seat {seat} is accepted, but its view does not list it: refuse it in `apply`, "
                    "list it, or name its kind in Game.unlisted"
                )


def is_listed(game: AnyGame, stored: bytes, seat: Seat, action: Any) -> bool:
    """Is the action listed for this seat, or exempt?"""
    asked = msgspec.to_builtins(action)
    if game.listed is None or kind_of(action) in game.unlisted:
        return True
    return any(_within(msgspec.to_builtins(known), asked) for known in _listed(game, stored, int(seat)))


def _need_listed(game: AnyGame, stored: bytes, seat: Seat, action: Any) -> None:
    if not is_listed(game, stored, seat, action):
        raise Broken(
            f"{action!r} of seat {int(seat)} is accepted, but its view does not list it: list it in `own`, refuse it "
            "in `apply`, or name its kind in Game.unlisted"
        )


def _takes(match: Match, moment: Moment, seat: Seat, action: Any) -> bool:
    game = match.game
    state, actor = unpack(game, moment.after), _actor(game, moment.after, seat)
    answer = verdict(game, state, actor, action, _chance(match, moment), moment.now)
    meet(match, answer)
    if isinstance(answer, Exception):
        untouched(moment.after, state, f"{action!r} of seat {seat}")
    return refusal(answer) is None


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
        raise Broken(
            f"seat {seat} has {action!r} listed as legal, but it is refused: {refused!r}; leave it out of the list, or "
            "accept it"
        )
    wait = refused.params.get("retryAfter")
    if wait is not None and any(now + wait <= time for time in _times(game, moment)):
        again = verdict(game, unpack(game, moment.after), actor, action, _chance(match, moment), now + wait)
        if (still := refusal(again)) is not None:
            raise Broken(f"{action!r} of seat {seat} is refused {wait} ms later, too: {still!r}")


def _near(match: Match, moment: Moment) -> Iterable[Any]:
    """The actions played around this moment, and every legal action after it."""
    for other in match.moments[max(0, moment.number - NEAR) : moment.number + NEAR]:
        if other.actor != HOST:
            yield other.action
    for seat in range(len(match.sitters)):
        yield from _listed(match.game, moment.after, seat)


def _mixed(match: Match, whim: Chance) -> Iterator[Any]:
    """Actions of the match, each with a part of another."""
    played = [msgspec.to_builtins(moment.action) for moment in match.moments if moment.actor != HOST]
    maps = [action for action in played if isinstance(action, dict)]
    for _ in range(MIXED if maps else 0):
        one, other = whim.choice(maps), whim.choice(maps)
        parts = sorted(one.keys() & other.keys() - {"type", "action"})
        if parts:
            part = whim.choice(parts)
            try:
                yield msgspec.convert({**one, part: other[part]}, match.game.Action)
            except msgspec.ValidationError:
                continue


def _actor(game: AnyGame, stored: bytes, seat: Seat) -> Seat:
    return BotSeat(seat) if seat in game.autopilot(unpack(game, stored)) else seat


def _chance(match: Match, moment: Moment) -> Chance:
    return match.chance(moment.number + 1)


def _within(part: Json, whole: Json) -> bool:
    """An action may say more than the listed one (an UNO call with the play), but not less."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and _within(value, whole[key]) for key, value in part.items())
    return bool(part == whole)
