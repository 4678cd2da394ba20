"""Everything that rooms keep of a game's version, written to a file to compare with the next version.

Rooms that are open while a package is updated continue: the new version must understand their states, their logs,
their hosts' choices and the levels of their bots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from ..api import AnyGame, Json
from ..migrating import brought_up
from .match import played
from .promise import Broken, options_of, pack, unpack
from .setting import PONDERS, By, Setting, setting
from .suite import spread

FORM: Final = 1
MATCHES: Final = 60
MOMENTS: Final = 25
"""Stored from each match."""


class Choice(msgspec.Struct, frozen=True):
    """A host's choice of options."""

    preset: str
    overrides: dict[str, Json]
    players: int


class KeptMatch(msgspec.Struct, frozen=True):
    """States as rooms store them, and the actions of seats as the log has them."""

    choice: Choice
    seed: str
    bots: bool
    states: list[bytes]
    """The first one is the deal."""
    actions: list[Json]


class Kept(msgspec.Struct, frozen=True):
    """One version of a game, as its rooms have stored it."""

    form: int
    game: str
    version: int
    levels: list[str]
    matches: list[KeptMatch]


def taken_down(game: AnyGame, seed: str) -> bytes:
    """The content of such a file, from some matches."""
    matches = [_taken(game, setting(game, seed, number)) for number in range(MATCHES)]
    return pack(Kept(FORM, game.id, game.version, [*game.bot_levels, *game.former_levels], matches))


def _taken(game: AnyGame, setting: Setting) -> KeptMatch:
    match = played(game, setting, PONDERS)
    moments = spread(match, MOMENTS)
    actions = [msgspec.to_builtins(moment.action) for moment in moments if moment.actor >= 0]
    choice = Choice(setting.preset, dict(setting.overrides), setting.players)
    states = [match.first, *(moment.after for moment in moments)]
    return KeptMatch(choice, setting.seed, setting.by == "bots", states, actions)


def read(game: AnyGame, data: bytes) -> Kept:
    """Raises Broken if this is not such a file, or of another game."""
    try:
        kept = msgspec.msgpack.decode(data, type=Kept)
    except msgspec.DecodeError as error:
        raise Broken(f"the file is not one that `check-game --keep` has written: {error}") from None
    if kept.form != FORM or kept.game != game.id:
        raise Broken(f"the file is of {kept.game}, form {kept.form}; {game.id}, form {FORM}, is wanted")
    if kept.version > game.version:
        raise Broken(f"the file is of version {kept.version}, and version {game.version} is installed")
    return kept


def promises(game: AnyGame, kept: Kept) -> Iterator[tuple[str, Callable[[], None]]]:
    """The promises of the installed version to rooms of the kept one, by name."""
    yield "goes_on_with_stored_states", lambda: _states(game, kept)
    yield "reads_logged_actions", lambda: _actions(game, kept)
    yield "knows_the_choices_of_hosts", lambda: _choices(game, kept)
    yield "knows_the_levels_of_bots", lambda: _levels(game, kept)
    if kept.version == game.version:
        yield "deals_the_same_cards_as_before", lambda: _deals(game, kept)


def _states(game: AnyGame, kept: Kept) -> None:
    for match in kept.matches:
        for stored in match.states:
            try:
                state = unpack(game, brought_up(game, kept.version, stored))
                game.table(state)
                for seat in range(match.choice.players):
                    game.own(state, seat)
                for asked in (game.to_act, game.wake, game.outcome, game.autopilot):
                    asked(state)
            except Exception as error:
                raise Broken(
                    f"no room goes on from a state that version {kept.version} has stored ({match.choice}): {error}; "
                    "append fields with defaults, or raise `version` and let `migrate` say what becomes of it"
                ) from error


def _actions(game: AnyGame, kept: Kept) -> None:
    for match in kept.matches:
        for action in match.actions:
            try:
                msgspec.convert(action, game.Action)
            except msgspec.ValidationError as error:
                raise Broken(f"the log has {action}, which is no action any more: {error}") from error


def _choices(game: AnyGame, kept: Kept) -> None:
    for match in kept.matches:
        if (refused := _refused(game, match.choice)) is not None:
            raise Broken(f"a host has chosen {match.choice}, which is refused now: {refused!r}") from refused


def _refused(game: AnyGame, choice: Choice) -> Exception | None:
    try:
        options_of(game, choice.preset, choice.players, choice.overrides)
    except Exception as error:
        return error
    return None


def _levels(game: AnyGame, kept: Kept) -> None:
    renamed = {name for names in game.renamed_levels for name in names}
    lost = sorted({*kept.levels} - {*game.bot_levels, *game.former_levels} - renamed)
    if lost:
        raise Broken(f"rooms have bots of the levels {', '.join(lost)}, which are gone: name them in `former_levels`")


def _deals(game: AnyGame, kept: Kept) -> None:
    for match in kept.matches:
        choice = match.choice
        by: By = "bots" if match.bots else "random"
        begun = Setting(match.seed, choice.preset, choice.players, by, choice.overrides, limit=0)
        if _refused(game, choice) is None and played(game, begun, 0).first != match.states[0]:
            raise Broken(
                f"the seed {match.seed} deals other cards than before ({choice}): records of matches can no longer be "
                "checked; raise `version`"
            )
