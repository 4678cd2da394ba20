"""Moves a seat to another of its holder's devices, by a ticket that only the page in the seat has seen.

The room keeps the ticket's hash. A device that shows the ticket takes over everything that the holder had here: their
seat, their role as host, their part in the record.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from games.api import Json

from . import player_commands, sealing
from .decision import Decision, Who
from .document import SeatTicket
from .refusals import need

LASTS: Final = 300_000
"""Ms: long enough to find the other device, too short for a stolen picture of the code to be useful."""
MOVED: Final = "seat.moved"


def offer(d: Decision, who: Who, message: player_commands.Ticket) -> Json:
    """Keep the hash of a ticket. A new one replaces the last."""
    d.room.need_seat_of(who.player)
    until = d.platform + LASTS
    others = [one for one in d.room.cold.tickets if one.player != who.player and one.until > d.platform]
    d.room = d.room.with_cold(tickets=(*others, SeatTicket(who.player, message.hash, until)))
    return {"until": until}


def take(d: Decision, player: str, shown: str) -> None:
    """From now on, this player holds the seat. Nothing happens if they already sit here."""
    room = d.room
    if room.seat_of(player) is not None:
        return
    ticket = need(_found(d, shown), "ticket.unknown")
    before = ticket.player
    seat = need(room.seat_of(before), "ticket.unknown")
    need(player not in room.cold.banned, "room.banned")
    sealing.need_dealt(d)
    cold, doc = room.cold, room.cold.seats[seat]
    d.room = room.without_watchers(player).with_seat(seat, player=player, gen=0, connected=False, deals=False)
    d.room = d.room.with_cold(
        host=player if cold.host == before else cold.host,
        muted=(*cold.muted, player) if doc.muted or before in cold.muted else cold.muted,
        last_holders=cold.last_holders and tuple(player if one == before else one for one in cold.last_holders),
        tickets=tuple(one for one in cold.tickets if one is not ticket),
    )
    d.gone.append((before, MOVED))


def _found(d: Decision, shown: str) -> SeatTicket | None:
    kept = hashlib.sha256(bytes.fromhex(shown)).hexdigest()
    valid = [one for one in d.room.cold.tickets if one.until > d.platform]
    return next((one for one in valid if hmac.compare_digest(one.hash, kept)), None)
