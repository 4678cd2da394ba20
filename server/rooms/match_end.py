"""How a match ends: everybody is told, with the id of its record."""

from __future__ import annotations

import hmac

from games.api import Seat
from server.store.keys import record_id

from .decision import Decision
from .document import OVER
from .room import Room
from .room_view import MatchEnded


def end_match(d: Decision, winners: list[Seat], ranking: list[Seat]) -> None:
    record = record_of(d.room)
    d.room = d.room.with_cold(phase=OVER, record=record, last_holders=tuple(s.player for s in d.room.cold.seats))
    d.tell(MatchEnded(winners, ranking, record))


def record_of(room: Room) -> str:
    """The id of the record of the room's match: nobody can guess it, and it never changes.

    Empty for a lesson, and for a match that was played on from another one: these did not begin with a deal.
    """
    if (room.cold.fork or room.cold.lesson is not None) and room.cold.matches == 1:
        return ""
    about = f"paiju-record-1 {room.id} {room.cold.matches}"
    return record_id(hmac.digest(room.hot.secret, about.encode(), "sha256"), room.id)
