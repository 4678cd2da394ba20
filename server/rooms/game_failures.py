"""A game's code has raised an exception: the room deals with it, and the operator is told.

The command is refused, and none of it is kept. The failure becomes a command of its own, so that it is told, logged and
replayed like everything else.
"""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path
from typing import Any, Final

import msgspec

from games.api import Json

from . import sealing
from .command_log import WITH_SECRETS, masked
from .decision import Decision, Who
from .document import PLAYING, encode
from .match_end import end_match
from .refusals import need
from .room import Room
from .room_view import GameFailed
from .server_commands import Failed

log = logging.getLogger("paiju.rooms")

FAILED: Final = "game.failed"
FIRST: Final = 2_000
LONGEST: Final = 300_000
"""Ms until a failed wake is tried again: the first delay, and the longest."""
MOMENTS: Final = 20
"""The most files that one worker writes: people who can make a game fail can do so often."""

_moments: Final = iter(range(MOMENTS))


class Failure(msgspec.Struct, frozen=True, array_like=True):
    """A room just before the command on which its game failed. `data`: the command as the command log has it."""

    room: str
    cold: bytes
    hot: bytes
    data: bytes


def failed(d: Decision, message: Failed) -> Json:
    """Everybody is told, once per match. A wake-up, bot or leaving that fails is not tried again at once."""
    cold, step = d.room.cold, d.room.hot.step
    if cold.phase != PLAYING:
        sealing.break_off(d)
        d.tell(GameFailed())
    elif step == message.step:
        if not cold.failures:
            d.tell(GameFailed())
        if not message.acted:
            times = cold.failures + 1 if cold.failed_step == step else 1
            wait = min(FIRST << min(times - 1, 20), LONGEST)
            d.room = d.room.with_cold(failures=times, failed_step=step, retry_at=d.platform + wait)
        elif not cold.failures:
            d.room = d.room.with_cold(failures=1)
    return {}


def is_stuck(room: Room) -> bool:
    """Has the game failed at this step? Then it is not asked about arrivals and departures: people can always leave."""
    return room.cold.failures > 0 and room.cold.failed_step == room.hot.step


def not_before(room: Room) -> int:
    """Platform ms before which the room is not to be woken."""
    return room.cold.retry_at if is_stuck(room) else 0


def end(d: Decision, who: Who, _: Any) -> Json:
    """The host ends a match in which the game has failed."""
    d.room.need_host(who.player)
    need(d.room.cold.phase == PLAYING, "match.none")
    need(d.room.cold.failures > 0, "match.running")
    abandon(d)
    return {}


def abandon(d: Decision) -> None:
    """The match ends without a winner."""
    d.room = d.room.with_hot(plans=(), wake=None)
    end_match(d, [], [])


def _logged(command: Any) -> Json:
    return masked(command) if type(command) in WITH_SECRETS else msgspec.to_builtins(command)


def report(room: Room, who: Who, command: Any, platform: int) -> None:
    """Tell the operator the room, the command, and how to repeat the failure."""
    about = {"room": room.id, "game": room.game.id, "step": room.hot.step, "seat": room.seat_of(who.player)}
    moment = _kept(room, who, command, platform)
    again = f"; once more: paiju again {moment}" if moment else ""
    log.error(
        "game %s failed in room %s at step %s%s", room.game.id, room.id, room.hot.step, again,
        extra={**about, "command": _logged(command), "again": moment and f"paiju again {moment}"},
    )  # fmt: skip


def _kept(room: Room, who: Who, command: Any, platform: int) -> Path | None:
    """Write the moment to a file that only this user can read: it contains everybody's cards."""
    if next(_moments, None) is None:
        return None
    data = encode([who.player, _logged(command), platform])
    kept = Failure(room.id, encode(room.cold), encode(room.hot), data)
    try:
        with tempfile.NamedTemporaryFile(prefix="paiju-", suffix=".moment", delete=False) as file:
            file.write(encode(kept))
    except OSError as error:
        log.warning("the moment could not be kept: %s", error)
        return None
    return Path(file.name)
