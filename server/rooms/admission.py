"""Who may enter a room, sit down in it, and come back: decided here and nowhere else.

| stored passwords | needed to sit | needed to watch |
|---|---|---|
| none | none | none |
| for seats | that one | that one |
| for watching | that one | that one |
| both | the one for seats | either |

Nobody is asked twice: seated players and watchers come back without a password; a player who has shown the password for
seats once, or has held a seat, may sit down again until that password changes. The host needs none.
"""

from __future__ import annotations

from typing import Any, Final

from games.api import Refused

from . import player_commands
from .document import PLAYING, Cold, WatcherDoc
from .passwords import Digest, is_old, matches
from .refusals import need
from .room import Room
from .sealing import is_sealing

MOST_WATCHERS: Final = 50
MOST_KNOWN: Final = 200
WRONG: Final = "room.password"

# What a player may wish
ENTER_TO_SIT: Final = "enter to sit"
ENTER_TO_WATCH: Final = "enter to watch"
SIT: Final = "sit"
"""From inside the room: a free seat or, during a match, a bot's seat."""
SWAP: Final = "swap"

# What the room may answer
OWN_SEAT: Final = "own seat"
SEAT: Final = "a seat"
WATCHING: Final = "watching"
SWAPPED: Final = "swapped"


def admitted(room: Room, player: str, wish: str, shown: Digest | None = None) -> str:
    """The answer to a player with that wish and that password, or Refused. The seat is chosen elsewhere."""
    cold = room.cold
    host = cold.host == player
    if wish == SWAP:
        room.need_host(player)
        need(cold.phase != PLAYING, "match.running")
        return SWAPPED
    need(player not in cold.banned, "room.banned")
    seated = room.seat_of(player) is not None
    watcher = room.watcher_of(player)
    if wish == SIT:
        need(not seated, "seat.taken_already")
        need(watcher, "room.not_member")
    if seated:
        return OWN_SEAT
    barred = cold.locked and not host
    need(not barred or (watcher is not None and wish != SIT), "room.locked")
    if wish == SIT or (wish == ENTER_TO_SIT and not barred and _can_sit_now(room)):
        need(host or _may_sit(cold, watcher, shown), WRONG)
        return SEAT
    if watcher is None and not host:
        need(_may_watch(cold, shown), WRONG)
        need(cold.spectators, "room.full" if wish == ENTER_TO_SIT else "room.no_spectators")
        need(len(cold.watchers) < MOST_WATCHERS, "room.full")
    return WATCHING


def wish_of(message: Any) -> str:
    """The wish in that message, an `enter` or a `sit`."""
    if isinstance(message, player_commands.Enter):
        return ENTER_TO_SIT if message.sit else ENTER_TO_WATCH
    return SIT


def asks_password(room: Room, player: str, wish: str) -> bool:
    """Would a password be needed?"""
    try:
        admitted(room, player, wish)
    except Refused as refused:
        return refused.code == WRONG
    return False


def anybody_may_look(cold: Cold) -> bool:
    """Is the room open to all, with no password and no lock?"""
    return not (cold.password or cold.watch_password or cold.locked)


def _can_sit_now(room: Room) -> bool:
    return room.cold.phase != PLAYING and not is_sealing(room.cold) and room.free_seat() is not None


def _may_sit(cold: Cold, watcher: WatcherDoc | None, shown: Digest | None) -> bool:
    if cold.password:
        return (watcher is not None and watcher.may_sit) or matches(shown, cold.password)
    return not cold.watch_password or watcher is not None or matches(shown, cold.watch_password)


def _may_watch(cold: Cold, shown: Digest | None) -> bool:
    if not cold.password and not cold.watch_password:
        return True
    return matches(shown, cold.watch_password) or matches(shown, cold.password)


# --- memory ---


def renewed(cold: Cold, shown: Digest | None) -> dict[str, bytes]:
    """The digests to migrate from the old form to the new one, now that a player has given the password."""
    kept = {"password": cold.password, "watch_password": cold.watch_password}
    return {name: shown.new for name, old in kept.items() if shown is not None and is_old(old) and matches(shown, old)}


def known(room: Room, player: str) -> bool:
    """Has the player been let in here before? If so, the limits for strangers do not apply."""
    inside = room.seat_of(player) is not None or room.watcher_of(player) is not None
    return inside or player in room.cold.known or player == room.cold.host


def remembered(cold: Cold, player: str) -> tuple[str, ...]:
    """The known players and this one, newest last."""
    return cold.known if player in cold.known else (*cold.known, player)[-MOST_KNOWN:]


def forgotten(cold: Cold, player: str) -> tuple[str, ...]:
    return tuple(one for one in cold.known if one != player)
