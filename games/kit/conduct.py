"""Checks of the rules as a state machine: they store, repeat, refuse and wait as declared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from ..api import HOST, AllReady, SeatAway, SeatBack, SeatLeft, WakeUp
from .clocks import LATER_S, clock_at
from .match import Match, Moment
from .met import meet
from .promise import Broken, need_plain, pack, refusal, unpack, verdict

MOST_BYTES: Final = 65_536
FAR_MS: Final = 7 * 24 * 3_600_000
"""A wake-up this far away must be in another unit of time."""


def survives_storage(match: Match, moment: Moment) -> None:
    """A state read back from storage equals the one written."""
    state = _again(match, moment).state
    stored = pack(state)
    if len(stored) > MOST_BYTES:
        raise Broken(f"a state of {len(stored)} bytes; {MOST_BYTES} are kept: store less of what has happened")
    back = unpack(match.game, stored)
    if back != state or pack(back) != stored:
        raise Broken(
            f"after {moment.action!r} the state differs once it has been stored and read{_difference(state, back)}: "
            "put into it what State declares (a list, not a tuple or a set)"
        )


def repeats_itself(match: Match, moment: Moment) -> None:
    """The same action on an equal state with the same chance gives the same step, whenever it is taken."""
    with clock_at(LATER_S):
        again = _again(match, moment)
    if _told(again) != _told(moment.step) or pack(again.state) != moment.after:
        raise Broken(
            f"{moment.action!r} of {_who(moment)} gave another result the second time: chance and time come only from "
            "the host (`chance`, `now`), and nothing may be kept outside the state"
        )


def keeps_every_card(match: Match, moment: Moment) -> None:
    """No card appears or is lost."""
    game = match.game
    if game.all_cards is None:
        raise Broken("the kit needs Game.all_cards to count the cards")
    before, after = (sorted(map(repr, game.all_cards(unpack(game, s)))) for s in (moment.before, moment.after))
    if before != after:
        lost, new = _less(before, after), _less(after, before)
        raise Broken(
            f"{moment.action!r} of {_who(moment)} lost the cards {lost} and brought {new}: each card that leaves one "
            "place must come to another (or all_cards overlooks a place)"
        )


def keeps_its_invariant(match: Match, moment: Moment) -> None:
    """The game's invariant holds in each state."""
    game = match.game
    for when, stored in states(match, moment):
        if game.invariant is not None and (wrong := game.invariant(unpack(game, stored))):
            raise Broken(f"{when} the game's own invariant says: {wrong}")


def refuses_out_of_turn(match: Match, moment: Moment) -> None:
    """Seats that cannot act are refused, and a finished match refuses everybody."""
    game = match.game
    if moment.actor == HOST:
        return
    for seat in set(range(len(match.sitters))) - set(game.may_act(unpack(game, moment.before))):
        answer = verdict(game, unpack(game, moment.before), seat, moment.action, match.chance(1 << 32), moment.now)
        meet(match, answer)
        if refusal(answer) is None:
            raise Broken(
                f"`may_act` says that seat {seat} cannot act, but its {moment.action!r} was accepted: raise "
                'Refused("turn.not_yours")'
            )
    if match.ended and moment.number > len(match.moments) - 8:
        answer = verdict(game, unpack(game, match.last), moment.actor, moment.action, match.chance(0), moment.now)
        meet(match, answer)
        if refusal(answer) is None:
            raise Broken(f'the match was over, but {moment.action!r} was accepted: raise Refused("game.over")')


def refuses_without_a_trace(match: Match, moment: Moment) -> None:
    """A refused action changes nothing."""
    game = match.game
    if moment.actor == HOST:
        return
    for seat in range(len(match.sitters)):
        for stored in (moment.before, moment.after):
            state = unpack(game, stored)
            if isinstance(verdict(game, state, seat, moment.action, match.chance(1 << 32), moment.now), Exception):
                untouched(stored, state, f"{moment.action!r} of seat {seat}")


def untouched(stored: bytes, state: Any, what: str) -> None:
    if pack(state) != stored:
        raise Broken(f"{what} was refused, but it changed the state: raise Refused before anything is changed")


def waits_for_somebody(match: Match, moment: Moment) -> None:
    """A match is over if, and only if, nobody is to act and there is no wake. The seats named exist and can act."""
    for when, stored in states(match, moment):
        _waits(match, when, unpack(match.game, stored))


def _waits(match: Match, when: str, state: Any) -> None:
    game, seats = match.game, set(range(len(match.sitters)))
    to_act, may_act, wake = set(game.to_act(state)), set(game.may_act(state)), game.wake(state)
    over = game.outcome(state) is not None
    if over != (not to_act and wake is None):
        raise Broken(
            f"{when}: over is {over}, to act {sorted(to_act)}, {'no ' if wake is None else ''}wake; "
            "a game is over when nobody is to act and no wake is due"
        )
    if not to_act <= may_act <= seats:
        raise Broken(
            f"{when}: to_act {sorted(to_act)} and may_act {sorted(may_act)} are not seats, or do not agree: "
            "everybody in to_act must be in may_act"
        )
    if not set(game.autopilot(state)) <= seats:
        raise Broken(f"{when}: autopilot names {sorted(game.autopilot(state))}, but the seats are {sorted(seats)}")
    if wake is None and game.listed is not None and not game.unlisted:
        for seat in sorted(to_act):
            if not list(game.listed(game.own(state, seat))):
                raise Broken(
                    f"{when} the game waits for seat {seat}, whose view lists no legal action: list what it may do, "
                    "or leave it out of to_act"
                )


def wakes_for_a_reason(match: Match, moment: Moment) -> None:
    """A wake-up that has happened is not requested again, a new one is not in the past, and a late one is harmless."""
    game = match.game
    early, late = (game.wake(unpack(game, stored)) for stored in (moment.before, moment.after))
    if late is not None and late != early:
        if isinstance(moment.action, WakeUp) and late.at <= moment.now and late.action == moment.action:
            raise Broken(f"{moment.action!r} is requested again at once: the game would never rest")
        if late.at < moment.now:
            raise Broken(
                f"after {moment.action!r} at {moment.now} `wake` asks for {late.at}, which is in the past: "
                "add a time to `now`"
            )
        if late.at > moment.now + FAR_MS:
            raise Broken(
                f"`wake` asks to be called {late.at - moment.now} ms from now: times are ms of the game's clock"
            )
    if late is not None and late == early and isinstance(moment.action, WakeUp) and late.at <= moment.now:
        raise Broken(f"{moment.action!r} is requested again at once: the game would never rest")
    if early is not None and moment.actor != HOST:
        verdict(game, unpack(game, moment.after), HOST, early.action, match.chance(1 << 32), moment.now)


def bears_who_comes_and_goes(match: Match, moment: Moment) -> None:
    """In every state, the game accepts or refuses everything that the room tells it about its people."""
    game = match.game
    if game.all_cards is None:
        return
    for seat in range(len(match.sitters)):
        for action in (AllReady(), SeatAway(seat), SeatBack(seat), SeatLeft(seat)):
            answer = verdict(game, unpack(game, moment.after), HOST, action, match.chance(1 << 32), moment.now)
            if isinstance(answer, Exception):
                continue
            game.outcome(unpack(game, pack(answer.state)))
            cards = [sorted(map(repr, game.all_cards(s))) for s in (unpack(game, moment.after), answer.state)]
            if cards[0] != cards[1]:
                raise Broken(f"{action!r} lost the cards {_less(*cards)} and brought {_less(*cards[::-1])}")


def tells_whom_it_touched(match: Match, moment: Moment) -> None:
    """A seat that `touched` leaves out sees the same `own` as before."""
    if moment.step.touched is None:
        return
    seats, touched = set(range(len(match.sitters))), set(moment.step.touched)
    if not touched <= seats:
        raise Broken(f"touched names {sorted(touched - seats)}, but the seats are {sorted(seats)}")
    for seat in seats - touched:
        before, after = (pack(match.game.own(unpack(match.game, s), seat)) for s in (moment.before, moment.after))
        if before != after:
            raise Broken(
                f"{moment.action!r} of {_who(moment)} changed `own` of seat {seat}, not in touched "
                f"{sorted(touched)}: name it there, or leave touched out"
            )


def tells_seats_that_exist(match: Match, moment: Moment) -> None:
    """Secret parts of events are for seats at this table."""
    seats = set(range(len(match.sitters)))
    for step in (match.opening, moment.step):
        for told in step.events:
            if strange := set(told.secret) - seats:
                raise Broken(f"{told!r} is told in secret to {sorted(strange)}, but the seats are {sorted(seats)}")


def answers_in_plain_values(match: Match, moment: Moment) -> None:
    """Results and the parameters of refusals fit on the wire, and actions come back from it as they were."""
    step = moment.step
    for value in (dict(step.result), dict(step.about), step.refused.params if step.refused else {}):
        need_plain(value, f"{moment.action!r} answers")
    if moment.actor != HOST:
        sent = msgspec.json.decode(msgspec.json.encode(moment.action))
        try:
            came = msgspec.convert(sent, match.game.Action)
        except msgspec.ValidationError as error:
            raise Broken(
                f"{moment.action!r} is not an action that a player could send: {error}. Let random_action, listed and "
                "bot give values of Game.Action"
            ) from error
        if came != moment.action:
            raise Broken(f"{moment.action!r} comes back from the wire as {came!r}")


def states(match: Match, moment: Moment) -> Iterator[tuple[str, bytes]]:
    """The state after the action; with the first action, also the state after the deal."""
    if moment.number == 1:
        yield "after the deal", match.first
    yield f"after {moment.action!r} of {_who(moment)}", moment.after


def _again(match: Match, moment: Moment) -> Any:
    state = unpack(match.game, moment.before)
    return match.game.apply(state, moment.actor, moment.action, match.chance(moment.number), moment.now)


def _told(step: Any) -> bytes:
    events = [[told.public, {int(seat): event for seat, event in sorted(told.secret.items())}] for told in step.events]
    refused = [step.refused.code, step.refused.params] if step.refused else None
    touched = None if step.touched is None else sorted(map(int, step.touched))
    return pack([events, step.result, step.about, refused, touched])


def _who(moment: Moment) -> str:
    return "the host" if moment.actor == HOST else f"seat {int(moment.actor)}"


def _difference(state: Any, back: Any) -> str:
    for name in getattr(state, "__struct_fields__", ()):
        if (was := getattr(state, name)) != (now := getattr(back, name)) or type(was) is not type(now):
            return f" ({name}: {was!r:.80} becomes {now!r:.80})"
    return ""


def _less(some: list[str], others: list[str]) -> list[str]:
    rest = list(others)
    return [card for card in some if card not in rest or rest.remove(card)]  # type: ignore[func-returns-value]
