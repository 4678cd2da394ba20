"""Commands that come from the server itself: connections lost, time passing, a bot that has pondered."""

from __future__ import annotations

from msgspec import Struct

from games.api import Json, Seat


class Lost(Struct, frozen=True, tag="lost"):
    """The connection `gen` of this player is gone."""

    player: str
    gen: int


class Due(Struct, frozen=True, tag="due"):
    """The room's wake has come."""


class Pondered(Struct, frozen=True, tag="pondered"):
    """A bot's pondered action for the position after game step `step`; None: its thought failed."""

    seat: Seat
    step: int
    action: Json


class Noted(Struct, frozen=True, tag="noted"):
    """A door changes its notes on the room, provided that `when` still holds."""

    changes: dict[str, Json]
    when: dict[str, Json] = {}


class Begun(Struct, frozen=True, tag="begun"):
    """The match begins now. `seed`: makes the deals repeatable; empty: secret deals."""

    seed: bytes = b""


class Abandoned(Struct, frozen=True, tag="abandoned"):
    """Nobody is left to play."""


class Failed(Struct, frozen=True, tag="failed"):
    """The game's code raised an exception after game step `step`. `acted`: a player's own action caused it."""

    step: int
    acted: bool = False


ServerCommand = Lost | Due | Pondered | Noted | Begun | Abandoned | Failed
