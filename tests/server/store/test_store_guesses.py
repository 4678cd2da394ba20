"""Wrong guesses at a room's password: the pauses between them grow, and what was none is taken back."""

from __future__ import annotations

import pytest

from server.store.keys import guess_key
from server.store.limits import Pause
from server.store.store import Store
from tests.stores import Server

ROOM = "ab" * 16
EVE = (Pause("player", 2, 20_000, 70_000), "eve")
HERE = (Pause("address", 0, 1_000_000, 1_000_000), "6.6.6.6")
HOUR = 3_600_000


async def waited(valkey: Server) -> None:
    """The pause is over."""
    await valkey.ask("HDEL", guess_key(ROOM, "player", "eve"), "until")


async def test_each_pause_is_twice_the_one_before_up_to_the_longest(store: Store, valkey: Server):
    assert [await store.limits.guess(ROOM, [EVE], HOUR) for _ in range(3)] == [0, 0, 0], "the first are free"
    for longest in (20_000, 40_000, 70_000, 70_000):
        assert longest / 2 < await store.limits.guess(ROOM, [EVE], HOUR) <= longest
        await waited(valkey)
        assert await store.limits.guess(ROOM, [EVE], HOUR) == 0


async def test_a_guess_that_has_to_wait_counts_nowhere(store: Store, valkey: Server):
    assert await store.limits.guess(ROOM, [HERE], HOUR) == 0
    for _ in range(5):
        assert await store.limits.guess(ROOM, [EVE, HERE], HOUR) > 70_000
    assert [await store.limits.guess(ROOM, [EVE], HOUR) for _ in range(3)] == [0, 0, 0]


async def test_what_is_forgiven_was_never_counted(store: Store, valkey: Server):
    for _ in range(9):
        assert await store.limits.guess(ROOM, [EVE], HOUR) == 0
        await store.limits.forgive(ROOM, [EVE])
    assert await valkey.ask("EXISTS", guess_key(ROOM, "player", "eve")) == 0
    assert [await store.limits.guess(ROOM, [EVE], HOUR) for _ in range(4)][:3] == [0, 0, 0]


async def test_guesses_are_forgotten_in_time(store: Store, valkey: Server):
    await store.limits.guess(ROOM, [EVE], HOUR)
    assert HOUR / 2 < int(await valkey.ask("PTTL", guess_key(ROOM, "player", "eve"))) <= HOUR


@pytest.mark.parametrize("other", ["cd" * 16, "ef" * 16])
async def test_another_room_has_counters_of_its_own(store: Store, other: str):
    for _ in range(4):
        await store.limits.guess(ROOM, [EVE, HERE], HOUR)
    assert await store.limits.guess(other, [EVE, HERE], HOUR) == 0
