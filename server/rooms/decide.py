"""Decides one command in one room, and gives one answer. Pure: time and chance come from the caller."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.api import Json, Refused
from games.chance import Chance

from . import (
    bot_actions,
    door_notes,
    exchange,
    game_failures,
    hosting,
    match,
    members,
    player_commands,
    seat_tickets,
    talk,
    wake_times,
)
from .decision import Decision, Who
from .document import DEALT
from .passwords import Sealed
from .room import Room
from .sealing import need_unsealed
from .server_commands import Abandoned, Begun, Due, Failed, Lost, Noted, Pondered, ServerCommand

Command = player_commands.PlayerCommand | Sealed | ServerCommand


def unsealed(d: Decision, sealed: Sealed) -> Any:
    """The message inside; the decision gets its digests."""
    d.password, d.watch_password = sealed.password, sealed.watch_password
    return sealed.message


def _sealed(d: Decision, who: Who, sealed: Sealed) -> Json:
    return _BY_PLAYERS[type(sealed.message)](d, who, unsealed(d, sealed))


_BY_PLAYERS: Final[dict[type, Callable[[Decision, Who, Any], Json]]] = {
    Sealed: _sealed,
    player_commands.Enter: members.enter,
    player_commands.Leave: members.leave,
    player_commands.Sit: members.sit,
    player_commands.Stand: members.stand,
    player_commands.Rename: members.rename,
    player_commands.Swap: hosting.swap,
    player_commands.ChangeOptions: hosting.options,
    player_commands.ChangeSettings: hosting.settings,
    player_commands.Kick: hosting.kick,
    player_commands.Transfer: hosting.transfer,
    player_commands.Bot: hosting.bot,
    player_commands.Start: match.start,
    player_commands.Ready: match.ready,
    player_commands.Rematch: match.rematch,
    player_commands.End: game_failures.end,
    player_commands.Pledge: exchange.pledge,
    player_commands.Nonce: exchange.nonce,
    player_commands.Act: match.act,
    player_commands.Check: match.check,
    player_commands.Back: match.back,
    player_commands.Say: talk.say,
    player_commands.Mute: talk.mute,
    player_commands.Pause: talk.pause,
    player_commands.Listen: talk.listen,
    player_commands.Ticket: seat_tickets.offer,
}

_BY_SERVER: Final[dict[type, Callable[[Decision, Any], Json]]] = {
    Lost: members.lost,
    Due: lambda d, _: wake_times.due(d),
    Pondered: bot_actions.pondered,
    Noted: door_notes.noted,
    Begun: door_notes.begun,
    Abandoned: door_notes.abandoned,
    Failed: game_failures.failed,
}

SERVER: Final = Who("")


def decide(room: Room, who: Who, command: Command, platform: int, chance: Chance) -> tuple[Decision, Json]:
    """The decision and the answer; raises Refused. Commit nothing if `decision.room is room`."""
    d = Decision(room, platform, chance)
    if (seal := room.cold.seal) is not None and seal.stage < DEALT:
        need_unsealed(room.cold, type(command.message if isinstance(command, Sealed) else command), platform)
    by_player = _BY_PLAYERS.get(type(command))
    if by_player is not None:
        return d, by_player(d, who, command)
    by_server = _BY_SERVER.get(type(command))
    if by_server is None or who is not SERVER:
        raise Refused("message.unknown", kind=type(command).__name__)
    return d, by_server(d, command)
