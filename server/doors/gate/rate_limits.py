"""Rate limits: for each socket in this process, and for each player and address in the store."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final, Protocol

from games.api import Refused

RATE = 20.0  # messages a second; RATE and BURST are not Final, because benchmarks lift them
BURST = 50.0
OVERDRAFT: Final = 40.0  # messages that are refused with `rate.limited` before the socket is closed
STRIKES: Final = 10  # malformed or unknown messages in a row
MOST_OWED: Final = 1_000  # how far a bucket may be overdrawn, in tokens


@dataclass(frozen=True, slots=True)
class Rate:
    """A kind of bucket in the store, refilled by `rate` tokens a second up to `burst`."""

    kind: str
    rate: float
    burst: int


ROOMS_PER_ADDRESS: Final = Rate("rooms.address", 5 / 60, 10)
ROOMS_PER_PLAYER: Final = Rate("rooms.player", 2 / 60, 5)
REPLAYS_PER_PLAYER: Final = Rate("replays.player", 6 / 60, 6)
REPLAYS_PER_ADDRESS: Final = Rate("replays.address", 30 / 60, 30)
RECORDS_PER_ADDRESS: Final = Rate("records.address", 1, 60)
GUESSES_PER_ADDRESS: Final = Rate("misses.address", 10 / 60, 20)
GUESSES_AT_ALL: Final = Rate("misses.all", 50, 500)
HASHES_PER_ADDRESS: Final = Rate("hashes.address", 2, 60)


class Buckets(Protocol):
    """The store's buckets, which all workers share."""

    async def take(self, kind: str, key: str, rate: float, burst: float, cost: float = 1) -> int:
        """Take tokens; returns 0, or the ms to wait."""


async def spend(buckets: Buckets, rate: Rate, key: str, cost: int = 1) -> None:
    """Take a token of the bucket, or Refused(rate.limited)."""
    wait = await buckets.take(rate.kind, key, rate.rate, rate.burst, cost)
    if wait:
        raise Refused("rate.limited", retryAfter=wait)


async def shortage(buckets: Buckets, rate: Rate, key: str) -> int:
    """The ms until a token of the bucket can be taken; takes none."""
    # With the capacity lowered by one, we wait for an empty bucket even at no cost.
    return await buckets.take(rate.kind, key, rate.rate, rate.burst - 1, 0)


async def charge(buckets: Buckets, rate: Rate, key: str) -> None:
    """Take a token, overdrawing if necessary, so that simultaneous requests are all paid for."""
    await buckets.take(rate.kind, key, rate.rate, rate.burst + MOST_OWED)


class Crowd:
    """Counts the open sockets of this worker by address."""

    def __init__(self, per_address: int, in_all: int) -> None:
        self._per_address = per_address
        self._in_all = in_all
        self._by_address: Counter[str] = Counter()
        self._all = 0

    def admit(self, address: str) -> bool:
        """Count one more socket from that address, unless there are too many."""
        if self._all >= self._in_all or self._by_address[address] >= self._per_address:
            return False
        self._all += 1
        self._by_address[address] += 1
        return True

    def leave(self, address: str) -> None:
        self._all -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]
