"""A match in progress, from its beginning: any of its steps can be replayed under the current rules."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec

from games.api import HOST, AnyGame, Refused
from games.kit.blame import place
from server.records.course import Course
from server.records.making import happened, sitters_of
from server.records.match_record import LogEntry
from server.rooms.document import Cold, Hot, decode_cold, decode_hot
from server.rooms.game_codec import OtherShape
from server.rooms.game_failures import FAILED
from server.rooms.game_options import resolved_options
from server.rooms.replay import beginning_of
from server.rooms.room import Room
from server.store.store import Store


class Diverged(Exception):
    """Under the current rules, a replay no longer reaches the same state; the message says where, and why."""


@dataclass(frozen=True, slots=True)
class Played:
    """The beginning of a match, and each step since."""

    cold: Cold
    hot: Hot
    log: list[LogEntry]

    def course(self, game: AnyGame, steps: int | None = None) -> Course:
        """The match under these rules after this many steps; None: all. Raises Diverged."""
        where = "the deal"
        try:
            course = self._begun(game)
            for entry in self.log[:steps]:
                where = f"step {course.number + 1} ({describe(entry)})"
                course.go_on(entry.actor, entry.action, entry.now)
        except (Refused, OtherShape, msgspec.ValidationError) as error:
            raise Diverged(f"{where} {why(game, error)}") from error
        return course

    def _begun(self, game: AnyGame) -> Course:
        cold, seats = self.cold, len(self.cold.seats)
        if cold.fork and cold.matches == 1:  # it did not begin with a deal
            return Course(game, seats, self.hot.secret, self.hot.step - 1, self.hot.state)
        options = resolved_options(game, cold.preset, cold.options, seats)
        return Course.dealt(game, options, sitters_of([doc.bot for doc in cold.seats]), self.hot.secret)


def describe(entry: LogEntry) -> str:
    """The step's actor and action, in words."""
    actor = entry.actor
    who = "the room" if actor == HOST else f"seat {actor if actor >= 0 else -2 - actor}"
    return f"{who}: {msgspec.json.encode(entry.action).decode()}"


def why(game: AnyGame, error: Exception) -> str:
    """The exception of the game's code, with its line in the package."""
    raised = error.__context__ if isinstance(error, Refused) and error.code == FAILED else error
    at = line_of(game, raised)
    if isinstance(raised, Refused):
        said = f"is refused: {raised.code}{raised.params or ''}"
    else:
        said = f"raises {type(raised).__name__}: {' '.join(str(raised).split())[:300]}"
    return f"{said} ({at})" if at else said


def line_of(game: AnyGame, raised: BaseException | None) -> str:
    """The line of the game's own package that raised it; empty if it was the platform's."""
    at = place(game, raised.__traceback__) if raised is not None else ""
    return "" if Path(at).is_absolute() else at


async def played_in(store: Store, room: Room) -> Played | None:
    """The match of that room; None if its beginning was not kept."""
    start = await store.replays.beginning(room.id, room.cold.matches)
    if start is None:
        return None
    begun = beginning_of(start)
    cold, hot = decode_cold(begun.cold), decode_hot(begun.hot)
    log = await store.history(room.id, begun.version + 1)
    steps = [entry for entries, *_ in happened(Room(room.id, room.game, cold, hot), log) for entry in entries]
    return Played(cold, hot, steps)
