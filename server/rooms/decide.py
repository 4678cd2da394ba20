"""What may happen: one command, one room, one answer. Pure: time and chance come from the caller."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.api import Json, Refused
from games.chance import Chance
from server.wire import messages as wire

from . import bots, clock, hosting, members, notes, play, talk
from .decision import Deciding, Who
from .inner import Abandoned, Begun, Due, Inner, Lost, Noted, Pondered
from .passwords import Sealed
from .room import Room

Command = wire.Message | Sealed | Inner


def unsealed(d: Deciding, sealed: Sealed) -> Any:
    """The message; the decision goes by its digests."""
    d.password, d.watch_password = sealed.password, sealed.watch_password
    return sealed.message


def _sealed(d: Deciding, who: Who, sealed: Sealed) -> Json:
    return _BY_PLAYERS[type(sealed.message)](d, who, unsealed(d, sealed))


_BY_PLAYERS: Final[dict[type, Callable[[Deciding, Who, Any], Json]]] = {
    Sealed: _sealed,
    wire.Enter: members.enter,
    wire.Leave: members.leave,
    wire.Sit: members.sit,
    wire.Stand: members.stand,
    wire.Rename: members.rename,
    wire.Swap: hosting.swap,
    wire.ChangeOptions: hosting.options,
    wire.ChangeSettings: hosting.settings,
    wire.Kick: hosting.kick,
    wire.Transfer: hosting.transfer,
    wire.Bot: hosting.bot,
    wire.Start: play.start,
    wire.Ready: play.ready,
    wire.Rematch: play.rematch,
    wire.Act: play.act,
    wire.Check: play.check,
    wire.Back: play.back,
    wire.Say: talk.say,
    wire.Mute: talk.mute,
    wire.Pause: talk.pause,
}

_BY_SERVER: Final[dict[type, Callable[[Deciding, Any], Json]]] = {
    Lost: members.lost,
    Due: lambda d, _: clock.due(d),
    Pondered: bots.pondered,
    Noted: notes.noted,
    Begun: notes.begun,
    Abandoned: notes.abandoned,
}

SERVER: Final = Who("")


def decide(room: Room, who: Who, command: Command, platform: int, chance: Chance) -> tuple[Deciding, Json]:
    """The decision and the answer; raises Refused. Nothing is to be committed when `decision.room is room`."""
    d = Deciding(room, platform, chance)
    by_player = _BY_PLAYERS.get(type(command))
    if by_player is not None:
        return d, by_player(d, who, command)
    by_server = _BY_SERVER.get(type(command))
    if by_server is None or who is not SERVER:
        raise Refused("message.unknown", kind=type(command).__name__)
    return d, by_server(d, command)
