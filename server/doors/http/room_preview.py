"""The preview of a room for anyone who knows its code."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Any

from games.api import Refused
from server.rooms.admission import anybody_may_look
from server.rooms.document import PLAYING
from server.rooms.game_codec import decode_state
from server.rooms.guard import guard
from server.rooms.room import Room
from server.rooms.room_view import Phase, RoomView, Sitting, room_view

Json = Any


def room_preview(room: Room) -> dict[str, Json]:
    """The preview. It names people only if anybody may enter and watch."""
    view = room_view(room.cold)
    taken = [seat for seat in view.seats if seat.sitter is not Sitting.empty]
    told = {
        "code": view.code,
        "game": view.game,
        "phase": Phase(view.phase).label,
        "host": view.seats[view.host].name if view.host is not None else "",
        "seats": [len(taken), len(view.seats)],
        "preset": view.preset,
        "options": view.options,
        "locked": view.locked,
        "practice": view.practice,
        "password": view.password,
        "spectators": view.spectators,
    }
    if not anybody_may_look(room.cold):
        return told
    return {**told, "people": _people(view), "awaited": _awaited(room, view)}


def _people(view: RoomView) -> list[Json]:
    return [
        None if seat.sitter is Sitting.empty else {"name": seat.name, "level": seat.level, "program": seat.program}
        for seat in view.seats
    ]


def _awaited(room: Room, view: RoomView) -> str | None:
    """The name of the one seat that the match waits for."""
    if room.cold.phase != PLAYING or view.paused or view.failed:
        return None
    seats: Collection[int] = ()
    with suppress(Refused), guard.of(view.game):  # a game that fails does not hide its room
        seats = room.game.to_act(decode_state(room.game, room.hot.state))
    return view.seats[next(iter(seats))].name if len(seats) == 1 else None
