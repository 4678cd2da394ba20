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
    """What a bot came up with for the position after game step `step`; None: nothing, its thought has failed."""

    seat: Seat
    step: int
    action: Json


class Noted(Struct, frozen=True, tag="noted"):
    """A door changes what it keeps with the room, provided that `when` still holds."""

    changes: dict[str, Json]
    when: dict[str, Json] = {}


class Begun(Struct, frozen=True, tag="begun"):
    """The match is to begin now. `seed`: deals that can be had again; empty: secret ones."""

    seed: bytes = b""


class Abandoned(Struct, frozen=True, tag="abandoned"):
    """Nobody is left who would play."""


ServerCommand = Lost | Due | Pondered | Noted | Begun | Abandoned
