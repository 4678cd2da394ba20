"""A gallery of a game's states: the first of each kind that the kit's own matches reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, product
from typing import Any, Final, get_args

import msgspec

from ..api import HOST, AnyGame, BotSeat, Json, Refused, Seat
from ..chance import Chance
from ..views import Word
from .choices import values_of
from .match import Match, Moment, kind_of, played
from .promise import Broken, unpack
from .setting import PONDERS, setting

NOBODY: Final = -1
"""In place of a seat: the room."""

MOST: Final = 8
"""Actions of one kind that differ only in their values."""
TRIED: Final = 4
"""Moments of a phase, per match, at which a seat tries an action that nobody happens to take."""

Key = tuple[str, str, Seat]
"""The phase, what happens in it (`action play`, `event drew`), and the seat that does it or to which it happens."""


class Exhibit(msgspec.Struct, frozen=True):
    """A state, and the step from it that made it worth showing."""

    phase: str
    what: str
    seat: Seat
    preset: str
    options: dict[str, Json]
    players: int
    secret: bytes
    number: int
    """The step's number in its match, from 1."""
    before: bytes
    actor: int
    """As a room logs it: a seat, -1 the room, -2 - seat the bot in that seat."""
    action: Json
    now: int


class Gallery:
    """All that has been found so far."""

    def __init__(self, game: AnyGame, seed: str = "gallery") -> None:
        self.game = game
        self.seed = seed
        self.found: dict[Key, Exhibit] = {}
        self.matches = 0
        self._plain = [*plain_actions(game)]
        self._tried: Counter[Key] = Counter()

    def more(self) -> Iterator[None]:
        """Plays match after match, without end."""
        while True:
            self._add(self.matches)
            self.matches += 1
            yield

    @property
    def pairs(self) -> set[tuple[str, str]]:
        """Phases and the actions taken in them, by any seat."""
        return {(phase, what) for phase, what, _ in self.found if what.startswith("action ")}

    def _add(self, number: int) -> None:
        match: Match | None
        try:
            match = played(self.game, setting(self.game, self.seed, number), PONDERS)
        except Broken as broken:
            match = broken.match
        if match is None:
            return
        self._tried.clear()
        for moment in match.moments:
            phase = phase_of(self.game, unpack(self.game, moment.before))
            self._show(match, moment, phase)
            for seat in range(len(match.sitters)):
                for action in self._plain:
                    self._try(match, moment, phase, seat, action)

    def _try(self, match: Match, moment: Moment, phase: str, seat: Seat, action: Any) -> None:
        """Try a step that could have been taken in place of the match's own."""
        key = phase, f"action {kind_of(action)}", seat
        if key in self.found or self._tried[key] >= TRIED:
            return
        self._tried[key] += 1
        game, state = self.game, unpack(self.game, moment.before)
        actor = BotSeat(seat) if seat in game.autopilot(state) else seat
        with suppress(Refused):
            step = game.apply(state, actor, action, match.chance(moment.number), moment.now)
            if step.refused is None:
                self._show(match, Moment(moment.number, moment.before, actor, action, moment.now, step, b""), phase)

    def _show(self, match: Match, moment: Moment, phase: str) -> None:
        for what, seat in _happens(moment):
            if (phase, what, seat) not in self.found:
                self.found[phase, what, seat] = _exhibit(match, moment, phase, what, seat)


def plain_actions(game: AnyGame) -> Iterator[Any]:
    """Actions that can be made without knowledge of the game; if there is a choice of values, some for each kind."""
    for kind in get_args(game.Action) or (game.Action,):
        yield from islice(_values(kind, Chance(b"gallery")), MOST)


def _values(kind: Any, whim: Chance) -> Iterator[Any]:
    if kind is Any:
        yield from (True, 0)
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        fields = [field for field in msgspec.structs.fields(kind) if field.required or _judged_later(field.type)]
        for chosen in product(*([*_values(field.type, whim)] for field in fields)):
            yield kind(**{field.name: value for field, value in zip(fields, chosen, strict=True)})
    else:
        yield from values_of(kind, whim)


def _judged_later(kind: Any) -> bool:
    """May it be of any type, or contain something that may?"""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return any(_judged_later(field.type) for field in msgspec.structs.fields(kind))
    return kind is Any


def phase_of(game: AnyGame, state: Any) -> str:
    """The table's `phase`; without that field, the kinds of action listed for those on turn."""
    if game.outcome(state) is not None:
        return "over"
    named = getattr(game.table(state), "phase", None)
    if named is not None:
        return named.label if isinstance(named, Word) else str(named)
    if game.listed is None:
        return "on"
    kinds = {str(kind_of(action)) for seat in game.to_act(state) for action in game.listed(game.own(state, seat))}
    return " or ".join(sorted(kinds)) or "waiting"


def _happens(moment: Moment) -> Iterator[tuple[str, Seat]]:
    actor = NOBODY if moment.actor == HOST else int(moment.actor)
    kind = kind_of(moment.action) if moment.actor != HOST else type(moment.action).__name__
    yield f"{'room' if actor == NOBODY else 'action'} {kind}", actor
    for told in moment.step.events:
        event = told.public or next(iter(told.secret.values()), None)
        if event is not None:
            seat = getattr(event, "seat", actor)
            yield f"event {event.kind}", seat if isinstance(seat, int) else actor


def _exhibit(match: Match, moment: Moment, phase: str, what: str, seat: Seat) -> Exhibit:
    actor = -2 - moment.actor if isinstance(moment.actor, BotSeat) else int(moment.actor)
    return Exhibit(
        phase, what, seat, match.preset, dict(match.setting.overrides) if match.setting else {}, len(match.sitters),
        match.secret, moment.number, moment.before, actor, msgspec.to_builtins(moment.action), moment.now,
    )  # fmt: skip
