"""How a room's action log stores commands, and how they are read back. The stored form is the rooms' own."""

from __future__ import annotations

from typing import Any, Final, cast

import msgspec

from games.api import Json

from . import player_commands
from .passwords import MASK, Sealed
from .player_commands import COMMANDS, Message, PlayerCommand
from .server_commands import ServerCommand

WITH_SECRETS: Final = frozenset(
    {Sealed, player_commands.Create, player_commands.Enter, player_commands.Sit, player_commands.ChangeSettings}
)
_BY_KIND: Final[dict[str, type[Message]]] = {str(cls.__struct_config__.tag): cls for cls in COMMANDS}


def masked(command: Any) -> Json:
    """A command of those kinds, without the secrets that people type. All others are logged as they are."""
    plain: dict[str, Json] = msgspec.to_builtins(command.message if isinstance(command, Sealed) else command)
    return {k: MASK if v and k in ("password", "watchPassword") else v for k, v in plain.items()}


def read(raw: dict[str, Any]) -> PlayerCommand | ServerCommand:
    """A logged command, as it was given."""
    if "kind" in raw:
        return cast(PlayerCommand, msgspec.convert(raw, _BY_KIND[raw["kind"]]))
    by_server: ServerCommand = msgspec.convert(raw, ServerCommand)
    return by_server
