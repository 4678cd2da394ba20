"""Checks of the rules as a state machine: they end, store, repeat, refuse and wait as declared."""

from __future__ import annotations

from typing import Any

from ..api import HOST, Refused, WakeUp
from .match import Match, Moment
from .promise import Broken, pack, refusal, unpack, verdict
from .sample import Sample


def ends(sample: Sample) -> None:
    """Every match comes to an end."""
    for match in sample.whole:
        if not match.ended:
            raise Broken(
                f"preset {match.preset}, {len(match.sitters)} players: not over after {len(match.moments)} actions"
            )


def survives_storage(sample: Sample) -> None:
    """A state read back from storage equals the one written."""
    for match, moment in sample.moments():
        state = _again(match, moment)
        stored = pack(state.state)
        if len(stored) > 65_536:
            raise Broken(f"a state of {len(stored)} bytes; 65,536 are kept")
        back = unpack(match.game, stored)
        if back != state.state or pack(back) != stored:
            raise Broken(f"after {moment.action!r} the state differs once it has been stored and read")


def repeats_itself(sample: Sample) -> None:
    """The same action on an equal state with the same chance gives the same step."""
    for match, moment in sample.moments():
        again = _again(match, moment)
        if _told(again) != _told(moment.step) or pack(again.state) != moment.after:
            raise Broken(f"{moment.action!r} of seat {moment.actor} gave another result the second time")


def keeps_every_card(sample: Sample) -> None:
    """No card appears or is lost."""
    game = sample.game
    if game.all_cards is None:
        raise Broken("the kit needs Game.all_cards to count the cards")
    for match, moment in sample.moments():
        before, after = (
            sorted(map(repr, game.all_cards(unpack(match.game, s)))) for s in (moment.before, moment.after)
        )
        if before != after:
            lost, new = _less(before, after), _less(after, before)
            raise Broken(f"{moment.action!r} of seat {moment.actor} lost the cards {lost} and brought {new}")


def refuses_out_of_turn(sample: Sample) -> None:
    """Seats that cannot act are refused, and a finished match refuses everybody."""
    for match, moment in sample.moments():
        game, chance = match.game, match.chance(1 << 32)
        if moment.actor == HOST:
            continue
        idle = set(range(len(match.sitters))) - set(game.may_act(unpack(game, moment.before)))
        for seat in idle:
            state = unpack(game, moment.before)
            if refusal(verdict(game, state, seat, moment.action, chance, moment.now)) is None:
                raise Broken(f"seat {seat} could not act, but its {moment.action!r} was accepted")
    for match in sample.whole:
        for moment in match.moments[-8:]:
            if moment.actor != HOST and match.ended:
                answer = verdict(
                    match.game, unpack(match.game, match.last), moment.actor, moment.action, match.chance(0), moment.now
                )
                if refusal(answer) is None:
                    raise Broken(f"the match was over, but {moment.action!r} was accepted")


def waits_for_somebody(sample: Sample) -> None:
    """A match is over exactly when nobody is to act and there is no wake. The seats named exist."""
    for match, moment in sample.moments():
        game, state = match.game, unpack(match.game, moment.after)
        to_act, may_act, wake = set(game.to_act(state)), set(game.may_act(state)), game.wake(state)
        over = game.outcome(state) is not None
        if over != (not to_act and wake is None):
            raise Broken(
                f"after {moment.action!r}: over is {over}, to act {sorted(to_act)}, "
                f"{'no ' if wake is None else ''}wake; a game is over when nobody is to act and no wake is due"
            )
        if not to_act <= may_act <= set(range(len(match.sitters))):
            raise Broken(f"to_act {sorted(to_act)} and may_act {sorted(may_act)} are not seats, or do not agree")


def ranks_every_seat(sample: Sample) -> None:
    """An outcome ranks each seat once, its winners are ranked, and its board is one of the game's."""
    for match in sample.whole:
        outcome = match.game.outcome(unpack(match.game, match.last))
        seats = list(range(len(match.sitters)))
        if match.ended and outcome is not None and sorted(outcome.ranking) != seats:
            raise Broken(f"the ranking {list(outcome.ranking)} is not each of the seats {seats} once")
        if outcome is not None and not set(outcome.winners) <= set(seats):
            raise Broken(f"the winners {list(outcome.winners)} are not seats")
        if outcome is not None and outcome.board and outcome.board not in match.game.boards:
            raise Broken(f"the outcome is for the board {outcome.board}, which Game.boards does not list")


def wakes_for_a_reason(sample: Sample) -> None:
    """A wake-up that has happened is not requested again, and a late one is harmless."""
    for match, moment in sample.moments():
        game = match.game
        if isinstance(moment.action, WakeUp):
            wake = game.wake(unpack(game, moment.after))
            if wake is not None and wake.at <= moment.now and wake.action == moment.action:
                raise Broken(f"{moment.action!r} is requested again at once: the game would never rest")
        late = game.wake(unpack(game, moment.before))
        if late is not None and moment.actor != HOST:
            verdict(game, unpack(game, moment.after), HOST, late.action, match.chance(1 << 32), moment.now)


def tells_whom_it_touched(sample: Sample) -> None:
    """A seat that `touched` leaves out sees the same `own` as before."""
    for match, moment in sample.moments():
        if moment.step.touched is None:
            continue
        for seat in set(range(len(match.sitters))) - set(moment.step.touched):
            before, after = (pack(match.game.own(unpack(match.game, s), seat)) for s in (moment.before, moment.after))
            if before != after:
                raise Broken(f"{moment.action!r} of seat {moment.actor} changed `own` of seat {seat}, not in touched")


def answers_in_plain_values(sample: Sample) -> None:
    """Results and the parameters of refusals fit on the wire."""
    for _, moment in sample.moments():
        refused: Refused | None = moment.step.refused
        for value in (dict(moment.step.result), refused.params if refused else {}):
            _plain(value, f"{moment.action!r} answers")


def _again(match: Match, moment: Moment) -> Any:
    state = unpack(match.game, moment.before)
    return match.game.apply(state, moment.actor, moment.action, match.chance(moment.number), moment.now)


def _told(step: Any) -> bytes:
    events = [[told.public, {int(seat): event for seat, event in sorted(told.secret.items())}] for told in step.events]
    refused = [step.refused.code, step.refused.params] if step.refused else None
    touched = None if step.touched is None else sorted(map(int, step.touched))
    return pack([events, step.result, refused, touched])


def _less(some: list[str], others: list[str]) -> list[str]:
    rest = list(others)
    return [card for card in some if card not in rest or rest.remove(card)]  # type: ignore[func-returns-value]


def _plain(value: Any, where: str) -> None:
    match value:
        case None | bool() | str():
            return
        case int() if type(value) is int and abs(value) < 1 << 53:
            return
        case list() | tuple():
            for item in value:
                _plain(item, where)
            return
        case dict() if all(type(key) is str for key in value):
            for item in value.values():
                _plain(item, where)
            return
    raise Broken(f"{where} {value!r}, which is not a plain value (maps with string keys, lists, strings, ints, null)")
