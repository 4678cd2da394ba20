"""Tests secrecy by redealing the hidden cards: what a seat is told must not depend on what it cannot know.

Two worlds differ only in cards that the viewer cannot know. Everything told in the first must be told in the second,
byte for byte. If an action reveals hidden cards (the viewer draws one, a challenge), the views after it may differ;
then that action's events are not compared, but the views before and after every other action still are.
`hearsay.py` checks the events of such an action, or of a deal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from ..api import HOST, AnyGame, Refused, Seat, Step
from ..chance import Chance
from .match import START, Match, Moment
from .met import Tally, meet
from .promise import Broken, pack, refusal, seen, unpack, verdict

PAIRS: Final = 3
"""How many pairs of worlds are made for each moment."""
NEAR: Final = 3


@dataclass(frozen=True, slots=True)
class _Pair:
    """One stored state and its twin, as one viewer (None: a spectator) looks at both."""

    match: Match
    viewer: Seat | None
    worlds: tuple[bytes, bytes]
    chance: tuple[bytes, int]
    now: int

    @property
    def game(self) -> AnyGame:
        return self.match.game

    def answers(self, seat: Seat, action: Any) -> list[Step[Any] | Refused]:
        return [
            verdict(self.game, unpack(self.game, world), seat, action, Chance(*self.chance), self.now)
            for world in self.worlds
        ]


def keeps_secrets(match: Match, moment: Moment) -> None:
    """Views, seats to act, wake-ups, answers, refusals and events are the same in both worlds."""
    if match.game.redeal is None:
        raise Broken("the kit needs Game.redeal to redeal the hidden cards")
    whim = Chance(match.secret + b"/secrecy", moment.number)
    for _ in range(PAIRS):
        pair = _pair(match, moment, whim)
        match.tally["secrecy", "pairs"] += 1
        match.tally["secrecy", "differing"] += pair.worlds[0] != pair.worlds[1]
        _same_views(pair)
        _same_answers(pair, moment, whim)
        _count_hands(pair)


def deals_enough_again(_: AnyGame, tally: Tally) -> None:
    """The redeal that proves secrecy really does redeal the hidden cards of every other seat."""
    pairs, differing = tally["secrecy", "pairs"], tally["secrecy", "differing"]
    if differing * 3 < pairs:
        raise Broken(
            f"redeal changed {differing} of {pairs} states: too few to prove anything; let it shuffle everything that "
            "the seat cannot know"
        )
    for key, count in sorted(tally.items()):
        if key[0] == "hand" and count >= 20 and not tally["hand dealt again", key[1]]:
            raise Broken(
                f"redeal never deals anew what seat {key[1]} alone sees, for other seats: its leak could not be found"
            )


def _pair(match: Match, moment: Moment, whim: Chance) -> _Pair:
    game, seats = match.game, len(match.sitters)
    viewer = None if whim.chance(1, 4) else whim.below(seats)
    assert game.redeal is not None
    twin = game.redeal(unpack(game, moment.before), viewer, whim)
    if game.all_cards is not None:
        cards = [sorted(map(repr, game.all_cards(state))) for state in (unpack(game, moment.before), twin)]
        if cards[0] != cards[1]:
            raise Broken(f"redeal for seat {viewer} changed which cards there are: it may only exchange them")
    return _Pair(match, viewer, (moment.before, pack(twin)), (match.secret, moment.number), moment.now)


def _same_views(pair: _Pair) -> None:
    game = pair.game
    first, second = (unpack(game, world) for world in pair.worlds)
    _same(pair, "the table", *(pack(game.table(state)) for state in (first, second)))
    if pair.viewer is not None:
        _same(pair, "its own view", *(pack(game.own(state, pair.viewer)) for state in (first, second)))
    _same(pair, "the seats to act", *(sorted(game.to_act(state)) for state in (first, second)))
    _same(pair, "the seats on autopilot", *(sorted(game.autopilot(state)) for state in (first, second)))
    _same(pair, "the time of the next wake-up", *((w := game.wake(s)) and w.at for s in (first, second)))
    _same(pair, "the outcome", *(game.outcome(state) for state in (first, second)))


def _count_hands(pair: _Pair) -> None:
    """The private view of another seat should differ between the worlds now and then."""
    game = pair.game
    first, second = (unpack(game, world) for world in pair.worlds)
    for seat in range(len(pair.match.sitters)):
        if seat == pair.viewer:
            continue
        views = [pack(game.own(state, seat)) for state in (first, second)]
        if pair.viewer is None or views[0] != pack(game.own(first, pair.viewer)):
            pair.match.tally["hand", str(seat)] += 1
            pair.match.tally["hand dealt again", str(seat)] += views[0] != views[1]


def _same_answers(pair: _Pair, moment: Moment, whim: Chance) -> None:
    game, viewer = pair.game, pair.viewer
    _compare(pair, moment.actor, moment.action)
    if viewer is None or game.random_action is None:
        return
    tries = [moment.action] if moment.actor != HOST else []
    for seat in sorted({viewer, whim.below(len(pair.match.sitters))}):
        action = game.random_action(unpack(game, pair.worlds[whim.below(2)]), seat, whim)
        tries += [] if action is None else [action]
    for action in tries:
        _same_verdict(pair, viewer, action)
        _compare(pair, viewer, action)
    moments = pair.match.moments
    before = moments[moment.number - 2].now if moment.number > 1 else START
    at_once = replace(pair, now=before)  # later, the rules may have dealt another card
    for other in moments[max(0, moment.number - NEAR) : moment.number + NEAR]:
        if other.actor != HOST:
            _same_verdict(at_once, viewer, other.action)


def _same_verdict(pair: _Pair, viewer: Seat, action: Any) -> None:
    answers = pair.answers(viewer, action)
    for answer in answers:
        meet(pair.match, answer)
    _same(pair, f"whether its {action!r} is legal", *map(_verdict, answers))


def _compare(pair: _Pair, actor: Seat, action: Any) -> None:
    first, second = pair.answers(actor, action)
    if isinstance(first, Refused) or isinstance(second, Refused):
        return  # others' cards decide this; the verdicts on the viewer's own actions were compared above
    if pair.viewer is not None and actor == pair.viewer:
        _same(pair, f"what its {action!r} is said to be", *(pack(dict(answer.about)) for answer in (first, second)))
    if _after(pair, first) != _after(pair, second):
        return  # it revealed hidden cards
    for answer in (first, second):
        if any(type(event) in pair.game.reveals for event in seen(answer, pair.viewer)):
            return
    dealt = actor == HOST or _own_changes(pair, first)  # `hearsay.py` checks what a deal tells
    _same(pair, f"the events of {action!r} by {actor}", *(_heard(pair, answer, dealt) for answer in (first, second)))
    if pair.viewer is not None and actor == pair.viewer:
        _same(pair, f"the answer to its {action!r}", *(pack(dict(answer.result)) for answer in (first, second)))


def _after(pair: _Pair, step: Step[Any]) -> list[bytes]:
    views = [pack(pair.game.table(step.state))]
    return views if pair.viewer is None else [*views, pack(pair.game.own(step.state, pair.viewer))]


def _own_changes(pair: _Pair, step: Step[Any]) -> bool:
    """Does the viewer's own view change? Then it may hear of a card that it got and lost within this step."""
    if pair.viewer is None:
        return False
    before = pair.game.own(unpack(pair.game, pair.worlds[0]), pair.viewer)
    return pack(before) != pack(pair.game.own(step.state, pair.viewer))


def _heard(pair: _Pair, step: Step[Any], dealt: bool) -> bytes:
    """The news for the viewer; if cards are dealt to it, only the part that others hear too."""
    viewer = -1 if pair.viewer is None else pair.viewer
    events = [told.secret.get(viewer, told.public) for told in step.events if not (dealt and viewer in told.secret)]
    return pack([[event.kind, event] for event in events if event is not None])


def _verdict(answer: Step[Any] | Refused) -> bytes | str:
    refused = refusal(answer)
    return "legal" if refused is None else pack([refused.code, refused.params])


def _same(pair: _Pair, what: str, first: Any, second: Any) -> None:
    if first != second:
        who = "a spectator" if pair.viewer is None else f"seat {pair.viewer}"
        raise Broken(
            f"{who} can tell hidden cards apart by {what}: {_text(first, second)}; tell it nothing that depends on "
            "cards it does not see, or let redeal leave alone what it does see"
        )


def _text(first: Any, second: Any) -> str:
    """The part in which they differ."""
    both = [msgspec.msgpack.decode(value) if isinstance(value, bytes) else value for value in (first, second)]
    while all(isinstance(value, list) for value in both) and len(both[0]) == len(both[1]):
        apart = [(one, other) for one, other in zip(*both, strict=True) if one != other]
        if len(apart) != 1:
            break
        both = list(apart[0])
    return f"{both[0]!r:.160} or {both[1]!r:.160}"
