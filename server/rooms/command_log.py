"""Stores and reads the commands in a room's log. The stored form is defined only here:

[player, command, platform ms, steps of the game, holders of seats that have changed]. The last two are
the effects of the command, kept so that it need not be decided again: bots may decide differently later. Release 0.1
did not keep them.
"""

from __future__ import annotations

from typing import Any, Final, cast

import msgspec

from games.api import Json, Seat

from . import player_commands
from .passwords import MASK, Sealed
from .player_commands import COMMANDS, Message, PlayerCommand
from .room import Room
from .server_commands import ServerCommand

WITH_SECRETS: Final = frozenset(
    {Sealed, player_commands.Create, player_commands.Enter, player_commands.Sit, player_commands.ChangeSettings}
)
_BY_KIND: Final[dict[str, type[Message]]] = {str(cls.__struct_config__.tag): cls for cls in COMMANDS}


def masked(command: Any) -> Json:
    """The command, without the secrets that people type. Kinds without secrets are logged as they are."""
    plain: dict[str, Json] = msgspec.to_builtins(command.message if isinstance(command, Sealed) else command)
    return {k: MASK if v and k in ("password", "watchPassword") else v for k, v in plain.items()}


def holders_changed(before: Room, after: Room) -> list[tuple[Seat, str, str, str]]:
    """The seat, player, name and bot's level of each seat whose holder or name has changed."""
    was = [(doc.player, doc.name, doc.bot) for doc in before.cold.seats]
    now = [(doc.player, doc.name, doc.bot) for doc in after.cold.seats]
    return [(seat, *holder) for seat, holder in enumerate(now) if seat >= len(was) or was[seat] != holder]


def read(raw: dict[str, Any]) -> PlayerCommand | ServerCommand:
    """A logged command, as it was given."""
    if "kind" in raw:
        return cast(PlayerCommand, msgspec.convert(raw, _BY_KIND[raw["kind"]]))
    by_server: ServerCommand = msgspec.convert(raw, ServerCommand)
    return by_server
