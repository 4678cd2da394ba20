"""Commands that come from the server itself: connections lost, time passing, a bot that has pondered."""

from __future__ import annotations

from msgspec import Struct

from games.api import Json, Seat


class Lost(Struct, frozen=True, tag="lost"):
    """The connection `gen` of this player is gone."""

    player: str
    gen: int


class Due(Struct, frozen=True, tag="due"):
    """The time that the room asked to be woken at has come."""


class Pondered(Struct, frozen=True, tag="pondered"):
    """What a bot came up with for the position after game step `step`."""

    seat: Seat
    step: int
    action: Json


Inner = Lost | Due | Pondered
