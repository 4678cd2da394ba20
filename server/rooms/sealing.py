"""How a room commits itself before it deals: the seal, its start document, and who is asked for a nonce.

docs/fair-deals.md describes the exchange; `exchange.py` continues it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from games.api import Json, Refused, Seat

from . import player_commands
from .decision import Decision
from .document import BROKEN, DEALT, HASHES, NONCES, Cold, Seal, SeatDoc
from .fair_deal import commitment_of, player_in
from .room import Room

PATIENCE: Final = 700
"""Ms for the hashes, and again for the nonces."""
FROZEN: Final = frozenset(
    {
        player_commands.Sit, player_commands.Stand, player_commands.Swap, player_commands.ChangeOptions,
        player_commands.ChangeSettings, player_commands.Kick, player_commands.Bot, player_commands.Start,
        player_commands.Ready, player_commands.Rematch,
    }
)  # fmt: skip
"""Commands that must wait until the cards are dealt, because they would change the sealed start."""


def is_sealing(cold: Cold) -> bool:
    return cold.seal is not None and cold.seal.stage in (HASHES, NONCES)


def need_unsealed(cold: Cold, kind: type, platform: int) -> None:
    """Refuse commands that would change the start of the match."""
    if kind in FROZEN and cold.seal is not None:
        raise _wait(cold.seal, platform)


def need_dealt(d: Decision) -> None:
    """Refuse while the cards are about to be dealt."""
    if d.room.cold.seal is not None and is_sealing(d.room.cold):
        raise _wait(d.room.cold.seal, d.platform)


def _wait(sealed: Seal, platform: int) -> Refused:
    return Refused("match.sealing", retryAfter=max(1, sealed.until - platform))


def asked(room: Room, seats: Sequence[SeatDoc]) -> tuple[Seat, ...]:
    """The seats of the closed ranks whose pages take part. A practice room's deals come from its seed."""
    if room.cold.practice:
        return ()
    return tuple(n for n, doc in enumerate(seats) if doc.player and doc.connected and doc.deals)


def seal(d: Decision, seats: Sequence[SeatDoc], pages: tuple[Seat, ...]) -> None:
    """Commit the room: one commit keeps the new seed and publishes its commitment.

    The ranks close with the deal: they will be the same then, because all that they depend on is frozen.
    """
    cold, before = d.room.cold, d.room.cold.seal
    match, seed = d.chance.secret()[:16], d.chance.secret()
    broken = before.broken + 1 if before is not None and before.stage != DEALT else 0
    start = _start(cold, seats, match, broken, before.commitment if before is not None and broken else "")
    none = ("",) * len(seats)
    sealed = Seal(
        match.hex(), commitment_of(seed, match, start).hex(), start, seed, HASHES, d.platform + PATIENCE, pages, none,
        none, broken,
    )  # fmt: skip
    d.room = d.room.with_cold(seal=sealed)


def leave(d: Decision) -> None:
    """Leaving ends the exchange, but not twice in a row, so that nobody can keep the others from playing."""
    sealed = d.room.cold.seal
    if sealed is not None and is_sealing(d.room.cold) and sealed.broken:
        raise _wait(sealed, d.platform)
    break_off(d)


def break_off(d: Decision) -> None:
    """The exchange ends without a deal. It is counted, and the next commitment names it."""
    sealed = d.room.cold.seal
    if sealed is not None and is_sealing(d.room.cold):
        d.room = d.room.with_cold(seal=replace(sealed, stage=BROKEN, nonces=("",) * len(sealed.nonces)))


def _start(cold: Cold, seats: Sequence[SeatDoc], match: bytes, broken: int, last: str) -> str:
    """The start document: everything that determines who gets which cards."""
    document: dict[str, Json] = {
        "game": cold.game,
        "version": cold.version,
        "preset": cold.preset,
        "options": cold.options,
        "seats": [_seat(match, doc) for doc in seats],
        "broken": broken,
        "last": last,
    }
    return msgspec.json.encode(document, order="deterministic").decode()


def _seat(match: bytes, doc: SeatDoc) -> dict[str, Any]:
    return {"player": player_in(match, doc.player) if doc.player else "", "bot": doc.bot}
