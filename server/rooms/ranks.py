"""Who will play: the ranks close only when the cards are dealt. Until then people keep their seats."""

from __future__ import annotations

from msgspec.structs import replace

from games.api import Seat

from . import bots
from .document import SeatDoc
from .game_options import allowed_players, auto_level, resolved_options
from .refusals import need
from .room import Room


def closed(room: Room) -> tuple[SeatDoc, ...]:
    """The taken seats, filled up with bots as the options say; the options must allow that many players."""
    seats = [s for s in room.cold.seats if s.taken]
    options = resolved_options(room.game, room.cold.preset, room.cold.options, None)
    players = allowed_players(room.game, options)
    fill = room.game.fill_to(options) if room.game.fill_to is not None else players.start
    level = auto_level(room)
    while level and len(seats) < min(fill, players[-1]):
        seats.append(bots.new_seat(level, [s.name for s in seats]))
    need(len(seats) >= players.start, "players.too_few", least=players.start)
    need(len(seats) <= players[-1], "players.too_many", most=players[-1])
    resolved_options(room.game, room.cold.preset, room.cold.options, len(seats))
    return tuple(replace(s, ready=False, wants_pause=False) for s in seats)


def seat_when_closed(room: Room, seat: Seat) -> Seat:
    """The seat in which that seat's holder will play."""
    return sum(s.taken for s in room.cold.seats[:seat])
