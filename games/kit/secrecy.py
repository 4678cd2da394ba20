"""Tests secrecy by redealing the hidden cards: what a seat is told must not depend on what it cannot know.

Two worlds differ only in cards that the viewer cannot know. Everything told in the first must be told in the second,
byte for byte. If an action reveals hidden cards (the viewer draws one, a challenge), the views after it may differ;
then that action's events are not compared, but the views before and after every other action still are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from ..api import HOST, AnyGame, Refused, Seat, Step
from ..chance import Chance
from .match import Match, Moment
from .promise import Broken, pack, refusal, seen, unpack, verdict
from .sample import Sample


@dataclass(frozen=True, slots=True)
class _Pair:
    """One stored state and its twin, as one viewer (None: a spectator) looks at both."""

    game: AnyGame
    seats: int
    viewer: Seat | None
    worlds: tuple[bytes, bytes]
    chance: tuple[bytes, int]
    now: int

    def answers(self, seat: Seat, action: Any) -> list[Step[Any] | Refused]:
        return [
            verdict(self.game, unpack(self.game, world), seat, action, Chance(*self.chance), self.now)
            for world in self.worlds
        ]


def keeps_secrets(sample: Sample, pairs: int = 1_000) -> None:
    """Views, seats to act, wake-ups, answers, refusals and events are the same in both worlds."""
    game = sample.game
    if game.redeal is None:
        raise Broken("the kit needs Game.redeal to redeal the hidden cards")
    whim = Chance(b"secrecy")
    found = [(match, moment) for match, moment in sample.moments() if match.moments]
    differing = 0
    for number in range(pairs):
        match, moment = found[number * len(found) // pairs if pairs < len(found) else whim.below(len(found))]
        pair = _pair(match, moment, whim)
        differing += pair.worlds[0] != pair.worlds[1]
        _same_views(pair)
        _same_answers(pair, moment, whim)
    if differing * 3 < pairs:
        raise Broken(f"redeal changed {differing} of {pairs} states: too few to prove anything")


def _pair(match: Match, moment: Moment, whim: Chance) -> _Pair:
    game, seats = match.game, len(match.sitters)
    viewer = None if whim.chance(1, 4) else whim.below(seats)
    assert game.redeal is not None
    twin = game.redeal(unpack(game, moment.before), viewer, whim)
    if game.all_cards is not None:
        cards = [sorted(map(repr, game.all_cards(state))) for state in (unpack(game, moment.before), twin)]
        if cards[0] != cards[1]:
            raise Broken(f"redeal for seat {viewer} changed which cards there are")
    return _Pair(game, seats, viewer, (moment.before, pack(twin)), (match.secret, moment.number), moment.now)


def _same_views(pair: _Pair) -> None:
    game = pair.game
    first, second = (unpack(game, world) for world in pair.worlds)
    _same(pair, "the table", *(pack(game.table(state)) for state in (first, second)))
    if pair.viewer is not None:
        _same(pair, "its own view", *(pack(game.own(state, pair.viewer)) for state in (first, second)))
    _same(pair, "the seats to act", *(sorted(game.to_act(state)) for state in (first, second)))
    _same(pair, "the time of the next wake-up", *((w := game.wake(s)) and w.at for s in (first, second)))
    _same(pair, "the outcome", *(game.outcome(state) for state in (first, second)))


def _same_answers(pair: _Pair, moment: Moment, whim: Chance) -> None:
    game, viewer = pair.game, pair.viewer
    _compare(pair, moment.actor, moment.action)
    if viewer is None or game.random_action is None:
        return
    tries = [moment.action] if moment.actor != HOST else []
    for seat in {viewer, whim.below(pair.seats)}:
        action = game.random_action(unpack(game, pair.worlds[whim.below(2)]), seat, whim)
        tries += [] if action is None else [action]
    for action in tries:
        verdicts = [_verdict(answer) for answer in pair.answers(viewer, action)]
        _same(pair, f"whether its {action!r} is legal", *verdicts)
        _compare(pair, viewer, action)


def _compare(pair: _Pair, actor: Seat, action: Any) -> None:
    first, second = pair.answers(actor, action)
    if isinstance(first, Refused) or isinstance(second, Refused):
        return  # other players' cards decide this; the verdicts on the viewer's own actions were compared above
    if _after(pair, first) != _after(pair, second):
        return  # it revealed hidden cards
    for answer in (first, second):
        if any(type(event) in pair.game.reveals for event in seen(answer, pair.viewer)):
            return
    _same(pair, f"the events of {action!r} by {actor}", *(_heard(pair, answer) for answer in (first, second)))
    if pair.viewer is not None and actor == pair.viewer:
        _same(pair, f"the answer to its {action!r}", *(pack(dict(answer.result)) for answer in (first, second)))


def _after(pair: _Pair, step: Step[Any]) -> list[bytes]:
    views = [pack(pair.game.table(step.state))]
    return views if pair.viewer is None else [*views, pack(pair.game.own(step.state, pair.viewer))]


def _heard(pair: _Pair, step: Step[Any]) -> bytes:
    return pack([[event.kind, event] for event in seen(step, pair.viewer)])


def _verdict(answer: Step[Any] | Refused) -> bytes | str:
    refused = refusal(answer)
    return "legal" if refused is None else pack([refused.code, refused.params])


def _same(pair: _Pair, what: str, first: Any, second: Any) -> None:
    if first != second:
        who = "a spectator" if pair.viewer is None else f"seat {pair.viewer}"
        raise Broken(f"{who} can tell hidden cards apart by {what}: {_text(first)} or {_text(second)}")


def _text(value: Any) -> str:
    return str(msgspec.msgpack.decode(value) if isinstance(value, bytes) else value)
