"""A stored room: a cold part that changes rarely and a hot part that changes with every move.

Both parts are frozen: a change makes a new one, so "did it change" is `is not`.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from games.api import Seat

SCHEMA: Final = 2
LOBBY: Final = 0
PLAYING: Final = 1
OVER: Final = 2
HASHES: Final = 0
NONCES: Final = 1
DEALT: Final = 2
BROKEN: Final = 3
"""The stages of a seal."""
PROGRAM: Final = "bot-"
"""The prefix of players who are declared programs; no hash begins with it."""


class SeatDoc(msgspec.Struct, frozen=True, array_like=True):
    """A seat and its holder. `player` is a hash of their token, never shown to anybody."""

    player: str = ""
    name: str = ""
    bot: str = ""  # the level of the bot that plays here
    ready: bool = False
    gen: int = 0  # counts connections: an older one may no longer act
    connected: bool = False
    away: bool = False  # without a connection for longer than the grace period
    lost_at: int = 0  # platform ms when the connection was lost; 0: connected, or already away
    muted: bool = False
    wants_pause: bool = False
    deals: bool = False  # the connection takes part in fair deals
    listens: bool = False  # a screen reader reads the table out

    @property
    def taken(self) -> bool:
        return bool(self.player or self.bot)


class WatcherDoc(msgspec.Struct, frozen=True, array_like=True):
    """Somebody in the room without a seat."""

    player: str
    number: int  # their number in this room, by which the host refers to them
    name: str
    gen: int = 0
    connected: bool = True
    lost_at: int = 0
    may_sit: bool = False  # has shown the password for seats, or has held a seat, since it was set
    deals: bool = False


class ChatLine(msgspec.Struct, frozen=True, array_like=True):
    """One line of chat: a phrase or emote by its key, or text."""

    name: str
    kind: int
    text: str
    to: str = ""  # the name of the person at whom an emote is thrown


class Seal(msgspec.Struct, frozen=True, array_like=True):
    """The room's commitment before it deals (docs/fair-deals.md). Only an open record shows the seed."""

    match: str  # 16 bytes, in hex like the commitment, the hashes and the nonces
    commitment: str
    start: str  # the start document
    seed: bytes
    stage: int
    until: int  # platform ms; answers are awaited until then
    asked: tuple[Seat, ...]  # seats as in the start document, like all that is by seat below
    hashes: tuple[str, ...]  # of nonces, by seat; empty: none
    nonces: tuple[str, ...]
    broken: int = 0  # exchanges that have ended without a deal since the last one


class SeatTicket(msgspec.Struct, frozen=True, array_like=True):
    """Lets another device take a player's seat, once."""

    player: str
    hash: str  # SHA-256 of the ticket, in hex
    until: int  # platform ms


class LessonDoc(msgspec.Struct, frozen=True, array_like=True):
    """The progress of a room's lesson."""

    done: int  # moves that have been made
    moves: int
    says: str  # the name of the sentence for the learner
    asks: Any = None  # the action that the learner is asked to take, as plain data


class Cold(msgspec.Struct, frozen=True, array_like=True):
    """The part that changes rarely."""

    code: str
    game: str
    version: int
    preset: str
    options: dict[str, Any]
    host: str  # player
    seats: tuple[SeatDoc, ...]
    watchers: tuple[WatcherDoc, ...] = ()
    phase: int = LOBBY
    private: bool = True
    locked: bool = False
    password: bytes = b""
    watch_password: bytes = b""
    spectators: bool = True
    chat: bool = True
    lines: tuple[ChatLine, ...] = ()
    banned: tuple[str, ...] = ()
    base: int = 0  # platform ms when the game clock reads zero
    paused_at: int = 0  # platform ms; 0: the clock runs
    matches: int = 0
    numbers: int = 0  # numbers given to watchers so far
    created: int = 0
    notes: dict[str, Any] = {}  # a door's notes on the room (server/rooms/door_notes.py)
    practice: str = ""  # the seed of predictable deals; empty: secret deals
    left: tuple[tuple[str, str], ...] = ()  # player and name of those who have left the current match
    known: tuple[str, ...] = ()  # players who have been let in, newest last
    muted: tuple[str, ...] = ()  # players, for the life of the room
    failures: int = 0  # of the game's code in this match, in a row (server/rooms/game_failures.py)
    failed_step: int = 0  # the game's step at which a wake-up, a bot or somebody's leaving failed
    retry_at: int = 0  # platform ms before which it is not tried again
    renamed: int = 0  # how often the game had renamed its bots' levels when this match began (Game.renamed_levels)
    records: str = "ask"  # who may see everybody's cards in the records of new matches: ask, open or private
    record: str = ""  # the id of the record of the last match
    fork: str = ""  # the record and the step that this room plays on from
    seal: Seal | None = None  # of the match that is about to begin, or that began last
    last_holders: tuple[str, ...] | None = None  # players, by seat, at the end of the last match; None: not kept then
    tickets: tuple[SeatTicket, ...] = ()  # one per player (server/rooms/seat_tickets.py)
    lesson: LessonDoc | None = None  # the lesson played here (server/rooms/lessons.py)


class LastAnswer(msgspec.Struct, frozen=True, array_like=True):
    """A seat's last numbered action and its answer, kept so that a resent action gets the same answer."""

    n: int = 0
    answer: bytes = b""


class PlanDoc(msgspec.Struct, frozen=True, array_like=True):
    """A bot's next action, due at `due` (game clock), and its memory."""

    seat: Seat
    due: int
    action: bytes  # b"": nothing planned
    ponder: bool
    memory: bytes


class Hot(msgspec.Struct, frozen=True, array_like=True):
    """The part that changes with every move."""

    pub: int = 0  # public frames so far
    priv: tuple[int, ...] = ()  # private frames so far, by seat
    acts: tuple[LastAnswer, ...] = ()
    now: int = 0  # game clock at the last step; it never runs backwards
    step: int = 0  # game steps so far: the second half of the key to chance
    secret: bytes = b""  # the first half, fresh for every match
    state: bytes = b""  # the game's own, as msgpack; b"": no match yet
    plans: tuple[PlanDoc, ...] = ()
    wake: int | None = None  # game clock of the game's next wake-up


_encoder = msgspec.msgpack.Encoder()
_cold_decoder = msgspec.msgpack.Decoder(Cold)
_hot_decoder = msgspec.msgpack.Decoder(Hot)
encode = _encoder.encode
decode_hot = _hot_decoder.decode


def decode_cold(data: bytes) -> Cold:
    """The cold part. Rooms of the first release stored muting only on the seat."""
    cold = _cold_decoder.decode(data)
    more = [s.player for s in cold.seats if s.muted and s.player and s.player not in cold.muted]
    return msgspec.structs.replace(cold, muted=(*cold.muted, *more)) if more else cold
