"""The stored form of a match. It is append-only: new fields come last and have defaults."""

from __future__ import annotations

import zlib
from typing import Any, Final

import msgspec

from games.api import Json, Seat
from server.rooms.document import PROGRAM, Seal

FORM: Final = 1
OPEN: Final = "open"
ASK: Final = "ask"
ERASED: Final = "-"
"""Stands for a player who removed their name; never a player's hash. For a program, PROGRAM comes before it."""


class Holder(msgspec.Struct, frozen=True, array_like=True):
    """A holder of a seat: a person, a program or a bot. The player is a hash that is never shown."""

    player: str
    name: str
    level: str = ""


class Change(msgspec.Struct, frozen=True, array_like=True):
    """A seat changed hands: its old holder was told of the steps up to `before`, its new one of those after `after`."""

    before: int
    after: int
    seat: Seat
    holder: int


class Ended(msgspec.Struct, frozen=True, array_like=True):
    """The outcome by the game's rules."""

    winners: list[Seat]
    ranking: list[Seat]
    scores: list[int] = []
    reason: str = ""


class LogEntry(msgspec.Struct, frozen=True, array_like=True):
    """A step of the game. `actor`: a seat's owner, -1 the room, -2 - seat the room's bot in that seat."""

    actor: int
    action: Json
    now: int


class MatchRecord(msgspec.Struct, frozen=True, array_like=True):
    """Everything needed to reproduce a match, and all its news."""

    form: int
    id: str
    game: str
    version: int
    preset: str
    options: dict[str, Json]
    practice: bool
    policy: str
    """Who may see everybody's cards: open, ask or private."""
    began: int
    ended: int
    """Platform ms."""
    outcome: Ended | None
    """None: the match was broken off."""
    holders: list[Holder]
    seats: list[int]
    """The first holder of each seat."""
    changes: list[Change]
    secret: bytes
    log: list[LogEntry]
    schema: dict[str, Json]
    """The meaning of positions in views and events (docs/protocol.md), so that the game itself is not needed."""
    opening: list[Any]
    told: list[Any]
    """The result of `Course.take` for each step."""
    deal: Seal | None = None
    """The room's commitment before the cards were dealt; None: no page asked for one."""
    draws: list[tuple[int, int]] = []
    """The deal's draws from the stream of chance: (n, a number below n)."""
    host: str = ""
    """The player who was the room's host when the match began, and may delete the record."""

    def people(self) -> set[str]:
        """The players who were asked to agree: every person who held a seat."""
        return {holder.player for holder in self.holders if holder.player and not holder.player.startswith(PROGRAM)}

    def was_played_by(self, player: str) -> bool:
        return any(holder.player == player for holder in self.holders)

    def without(self, player: str, agreed: frozenset[str]) -> MatchRecord:
        """The record without the player's name and hash. Their cards stay hidden unless the record was already open."""
        # A program still counts as one, because nobody asks programs to agree.
        erased = PROGRAM + ERASED if player.startswith(PROGRAM) else ERASED
        gone = [Holder(erased, "", one.level) if one.player == player else one for one in self.holders]
        host = "" if self.host == player else self.host
        policy = OPEN if self.is_open(agreed) else self.policy
        return msgspec.structs.replace(self, holders=gone, host=host, policy=policy)

    def is_open(self, agreed: frozenset[str]) -> bool:
        """May everybody see everybody's cards?"""
        if self.practice or self.policy == OPEN:
            return True
        people = self.people()
        return self.policy == ASK and bool(people) and people <= agreed


_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(MatchRecord).decode


class Damaged(Exception):
    """The stored bytes are not a record that this program can read."""


def packed(record: MatchRecord) -> bytes:
    return zlib.compress(_encode(record), 9)


def unpacked(data: bytes) -> MatchRecord:
    """Raises Damaged."""
    try:
        return _decode(zlib.decompress(data))
    except (zlib.error, msgspec.DecodeError) as error:
        raise Damaged(str(error)) from error
