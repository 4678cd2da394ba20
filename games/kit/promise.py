"""Common parts of the kit's checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ..api import AnyGame, Json, Refused, Seat, Step
from ..views import Event


class Broken(AssertionError):
    """The game breaks a guarantee; the message says what happened, and what to do about it."""

    match: Any = None
    """The match that this has ended, if any."""

    def __init__(self, text: str, *, fault: str = "") -> None:
        """`fault`: the part that equal faults have in common, if the text says more."""
        super().__init__(text)
        self.fault = fault or text


class Moot(Exception):
    """The game, or the match, has nothing for this check to check."""


class Doubt(Exception):
    """A possible mistake: the author is told, but no promise is broken."""


def pack(value: Any) -> bytes:
    """The value as a room stores it: a state, a view, events."""
    try:
        return msgspec.msgpack.encode(value)
    except (TypeError, OverflowError, RecursionError) as error:
        raise Broken(
            f"{type(value).__name__} cannot be stored: {error}. Keep ints, strings, lists and structs in it "
            "(of a BotSeat keep int(seat))."
        ) from error


def unpack(game: AnyGame, stored: bytes) -> Any:
    try:
        return msgspec.msgpack.decode(stored, type=game.State)
    except msgspec.DecodeError as error:
        raise Broken(
            f"a state that was stored cannot be read: {error}. Declare in State the types that the rules put there."
        ) from error


def options_of(
    game: AnyGame, preset: str, players: int | None = None, overrides: Mapping[str, Json] | None = None
) -> Any:
    """The options of a preset, with overrides, as a room resolves them."""
    overrides = overrides or {}
    if game.resolve is not None:
        return game.resolve(preset, overrides, players)
    return msgspec.convert({**game.presets[preset], **overrides}, game.Options)


def seats_of(game: AnyGame, preset: str, overrides: Mapping[str, Json] | None = None) -> range:
    """The numbers of players that the preset allows, with these overrides."""
    return game.seats if game.seats_for is None else game.seats_for(options_of(game, preset, None, overrides))


def seen(step: Step[Any], seat: Seat | None) -> list[Event]:
    """The events of a step as the seat (None: a spectator) is told them."""
    told = (t.public if seat is None else t.secret.get(seat, t.public) for t in step.events)
    return [event for event in told if event is not None]


def verdict(game: AnyGame, state: Any, seat: Seat, action: Any, chance: Any, now: int) -> Step[Any] | Refused:
    """The step, or the refusal; any other exception is a broken promise."""
    try:
        return game.apply(state, seat, action, chance, now)
    except Refused as refused:
        return refused
    except Broken:
        raise
    except Exception as error:
        raise Broken(f"{action!r} of seat {seat} raised {type(error).__name__}: {error}") from error


def refusal(answer: Step[Any] | Refused) -> Refused | None:
    """The refusal in an answer, free or charged for."""
    return answer if isinstance(answer, Refused) else answer.refused


def need_plain(value: Any, where: str) -> None:
    """Raise Broken if the wire cannot carry the value."""
    match value:
        case None | bool() | str():
            return
        case int() if type(value) is int and abs(value) < 1 << 53:
            return
        case list() | tuple():
            for item in value:
                need_plain(item, where)
            return
        case dict() if all(type(key) is str for key in value):
            for item in value.values():
                need_plain(item, where)
            return
    raise Broken(f"{where} {value!r}, which is not a plain value (maps with string keys, lists, strings, ints, null)")
