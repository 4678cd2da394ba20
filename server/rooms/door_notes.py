"""A door's notes on a room, and the commands that a door may give as the server. The platform does not read notes."""

from __future__ import annotations

from typing import Final

from games.api import Json, Refused
from games.chance import Chance

from . import game_failures, match
from .decision import Decision
from .document import PLAYING
from .refusals import need
from .sealing import is_sealing
from .server_commands import Abandoned, Begun, Noted

CHANGED: Final = "note.changed"
"""Told only to doors, never to a player."""


def noted(d: Decision, message: Noted) -> Json:
    """Change notes; refused if those in `when` are no longer as the door expects. Null removes a note."""
    notes = d.room.cold.notes
    if any(notes.get(key) != value for key, value in message.when.items()):
        raise Refused(CHANGED)
    changed = {key: value for key, value in {**notes, **message.changes}.items() if value is not None}
    if changed != notes:
        d.room = d.room.with_cold(notes=changed)
    return {}


def begun(d: Decision, message: Begun) -> Json:
    """The match begins without a player's command; with a seed, its deals are repeatable."""
    need(d.room.cold.phase != PLAYING, "match.running")
    need(not is_sealing(d.room.cold), "match.sealing")
    if message.seed:
        d.chance = Chance(message.seed, d.room.cold.matches)
    match.begin(d, sealed=False)
    return {}


def abandoned(d: Decision, _: Abandoned) -> Json:
    """The match ends without a winner: nobody is left to play it."""
    need(d.room.cold.phase == PLAYING, "match.none")
    game_failures.abandon(d)
    return {}
