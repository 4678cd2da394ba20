"""Every key in the store. The braces keep the keys of one script in one slot of a cluster."""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

PREFIX: Final = "pj1"
SHARDS: Final = 64

RECORDS: Final = (f"{PREFIX}:{{rec}}:when", f"{PREFIX}:{{rec}}:size")
"""When each record was kept, and its size in bytes; the empty name has the sum."""
META: Final = f"{PREFIX}:meta"
BEAT: Final = f"{PREFIX}:{{w}}:beat"
WORKERS: Final = f"{PREFIX}:{{w}}:workers"
HELD: Final = f"{PREFIX}:{{w}}:held:"
"""Followed by a worker's id: the connections that it holds."""


def shard(room: str) -> int:
    return zlib.crc32(room.encode()) % SHARDS


def shard_key(number: int, name: str) -> str:
    """`tm`, `gc` or `beat` of a shard."""
    return f"{PREFIX}:{{s{number:02d}}}:{name}"


@dataclass(frozen=True, slots=True)
class RoomKeys:
    """The keys and the channel of one room."""

    room: str
    entries: str
    log: str
    replays: str
    records: str
    """The queue of the shard's records still to be made."""
    timers: str
    gc: str
    beat: str
    """The copy of the beat in the room's shard; only used by clusters."""
    touched: str
    """Written so that WAIT can tell whether replicas are up to date."""
    channel: str


@lru_cache(maxsize=1 << 14)
def room_keys(room: str) -> RoomKeys:
    number = shard(room)
    key = shard_key(number, f"r:{room}")
    return RoomKeys(
        room=key,
        entries=f"{key}:ev",
        log=f"{key}:log",
        replays=f"{key}:re",
        records=shard_key(number, "rq"),
        timers=shard_key(number, "tm"),
        gc=shard_key(number, "gc"),
        beat=shard_key(number, "beat"),
        touched=shard_key(number, "touched"),
        channel=f"{key}:c",
    )


def record_key(record: str) -> str:
    """A record is in its room's shard, so that the commit that ends a match can announce it: its id names the shard."""
    return shard_key(shard_of_record(record), f"rec:{record}")


def pulse_key(record: str, seat: int) -> str:
    """The progress of the review of that seat, while a worker is making it."""
    return f"{record_key(record)}:pulse:{seat}"


def reviewing_key(person: str) -> str:
    """Marks that the person is waiting for a review."""
    return f"{PREFIX}:rv:{person}"


def record_id(drawn: bytes, room: str) -> str:
    """The id of a record of that room: 16 bytes in base32, of which 122 bits are random."""
    return base64.b32encode(bytes([drawn[0] & 192 | shard(room)]) + drawn[1:16]).decode().rstrip("=").lower()


def shard_of_record(record: str) -> int:
    return base64.b32decode(record[:8].upper())[0] & 63


def is_record_id(text: str) -> bool:
    """Is this a well-formed id of a record?"""
    return re.fullmatch(r"[a-z2-7]{25}[aeimquy4]", text) is not None


def matches_key(player: str) -> str:
    """The records of the player's matches, by the time of their end."""
    return f"{PREFIX}:me:{player}"


def code_key(code: str) -> str:
    return f"{PREFIX}:code:{code}"


def bucket_key(kind: str, key: str) -> str:
    return f"{PREFIX}:rl:{kind}:{key}"


def window_key(whose: str, kind: str, key: str) -> str:
    """All windows of one caller are in one slot, so that one script counts them."""
    return f"{PREFIX}:{{win:{whose}}}:{kind}:{key}"


def guess_key(room: str, kind: str, key: str) -> str:
    """All counters of one room are in one slot, like its windows."""
    return f"{PREFIX}:{{guess:{room}}}:{kind}:{key}"


def board_key(board: str, name: str) -> str:
    return f"{PREFIX}:{{b:{board}}}:{name}"


def mark_key(kind: str, name: str) -> str:
    return f"{PREFIX}:m:{kind}:{name}"
