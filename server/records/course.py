"""The course of a match: reproduced step by step from its options, its sitters, its secret and its log.

Step 0 deals; each later step is an entry of the log. Every shown moment of a match comes from here. Bots and the room
decide nothing again: their actions are in the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from games.api import HOST, AnyGame, BotSeat, HostAction, Json, Seat, Sitter, Step, Told
from games.chance import Chance
from games.views import View
from server.rooms.frames import secret_events
from server.rooms.game_codec import decode_state, encode_state, read_action
from server.rooms.guard import guard
from server.rooms.patch import patch_between, with_effects
from server.rooms.replay import digest_of_end

_pack: Final = msgspec.msgpack.Encoder().encode
_BEFORE_STEPS: Final = 1  # the room counts dealing as its first step


class Course:
    """A match at one step. `take` moves on to the next."""

    def __init__(self, game: AnyGame, seats: int, secret: bytes, number: int, stored: bytes) -> None:
        self.game = game
        self.number = number
        """The step."""
        self.stored = stored
        """The state after the step, as rooms store it."""
        self.draws: list[tuple[int, int]] = []
        """The draws of the deal: (n, a number below n)."""
        self.told: Sequence[Told] = ()
        """The events of the last step."""
        self._secret = secret
        self._seats = range(seats)
        self._views: tuple[View, dict[Seat, View]] | None = None
        """The current views of the table and of each seat; None: not needed so far."""

    @classmethod
    def dealt(cls, game: AnyGame, options: Any, sitters: Sequence[Sitter], secret: bytes) -> Course:
        """At step 0."""
        chance = Chance(secret, 0)
        chance.drawn = []
        with guard.of(game.id):
            step = game.setup(options, sitters, chance, 0)
            course = cls(game, len(sitters), secret, 0, encode_state(step.state))
        course.draws = chance.drawn
        course.told = step.events
        return course

    def opening(self) -> list[Any]:
        """The table and each seat's own view, as they are now."""
        table, owns = self._seen()
        return [table, [owns[seat] for seat in self._seats]]

    def _seen(self) -> tuple[View, dict[Seat, View]]:
        if self._views is None:
            game = self.game
            with guard.of(game.id):
                state = decode_state(game, self.stored)
                self._views = game.table(state), {seat: game.own(state, seat) for seat in self._seats}
        return self._views

    def take(self, actor: int, action: Json, now: int) -> msgspec.Raw:
        """Take the next step: an actor and an action from the log. Returns its news:

        [public events, patch of the table, {seat: [its events, patch of its own view]}], as in frames.
        """
        table, owns = self._seen()
        step = self.go_on(actor, action, now)
        with guard.of(self.game.id):
            return msgspec.Raw(_pack(self._told(step, table, owns)))

    def go_on(self, actor: int, action: Json, now: int) -> Step[Any]:
        """Take the next step without making its news."""
        step = self.tried(actor, action, now)
        with guard.of(self.game.id):
            self.stored = encode_state(step.state)
        self.number, self._views = self.number + 1, None
        return step

    def tried(self, actor: int, action: Json, now: int) -> Step[Any]:
        """The next step, not yet taken. Raises Refused."""
        game = self.game
        with guard.of(game.id):
            by, what = _read(game, actor, action)
            chance = Chance(self._secret, self.number + 1 + _BEFORE_STEPS)
            return game.apply(decode_state(game, self.stored), by, what, chance, now)

    def _told(self, step: Step[Any], was: View, owns: dict[Seat, View]) -> list[Any]:
        game, told = self.game, list(step.events)
        self.told = told
        public = [t.public for t in told if t.public is not None]
        table: View = game.table(step.state)
        table_patch = patch_between(with_effects(was, public), table)
        self._views = table, owns
        private: dict[Seat, Any] = {}
        for seat in self._seats:
            patch = None
            if step.touched is None or seat in step.touched:
                own: View = game.own(step.state, seat)
                patch = patch_between(owns[seat], own)
                owns[seat] = own
            events = _whispered(told, seat)
            if patch is not None or events:
                private[seat] = [events, patch]
        return [public, table_patch, private]

    def state(self) -> Any:
        """A copy of the state."""
        return decode_state(self.game, self.stored)

    def outcome(self) -> Any:
        """The outcome; None: by the game's rules, the match is not over."""
        with guard.of(self.game.id):
            return self.game.outcome(self.state())

    def digest(self) -> bytes:
        """A digest of the end, to compare with the room's."""
        return digest_of_end(self.stored, self.number + _BEFORE_STEPS)


def _read(game: AnyGame, actor: int, action: Json) -> tuple[int, Any]:
    if actor == HOST:
        return HOST, msgspec.convert(action, HostAction)
    if actor >= 0:
        return actor, read_action(game, action)
    return BotSeat(-2 - actor), msgspec.convert(action, game.Action)


def _whispered(told: list[Told], seat: Seat) -> list[Any]:
    return secret_events(told, seat) if any(seat in t.secret for t in told) else []
