"""Wrong guesses at a room's password: the pauses between them grow, and right ones are uncounted."""

from __future__ import annotations

import secrets

import pytest

from server.store.allowances import GuessPause
from server.store.keys import guess_key
from server.store.store import Store

EVE = (GuessPause("player", 2, 20_000, 70_000), "eve")
HERE = (GuessPause("address", 0, 1_000_000, 1_000_000), "6.6.6.6")
HOUR = 3_600_000


@pytest.fixture
def room() -> str:
    return secrets.token_hex(16)


async def test_each_pause_is_twice_the_one_before_up_to_the_longest(worker: Store, other: Store, room: str):
    assert [await store.limits.guess(room, [EVE], HOUR) for store in (worker, other, worker)] == [0] * 3, "two are free"
    for longest in (20_000, 40_000, 70_000, 70_000):
        assert longest / 2 < await other.limits.guess(room, [EVE], HOUR) <= longest
        await worker._commands.call("HDEL", guess_key(room, "player", "eve"), "until")  # the pause is over
        assert await worker.limits.guess(room, [EVE], HOUR) == 0


async def test_a_guess_that_has_to_wait_counts_nowhere(worker: Store, room: str):
    assert await worker.limits.guess(room, [HERE], HOUR) == 0
    for _ in range(5):
        assert await worker.limits.guess(room, [EVE, HERE], HOUR) > 70_000
    assert [await worker.limits.guess(room, [EVE], HOUR) for _ in range(3)] == [0, 0, 0]


async def test_what_is_forgiven_was_never_counted(worker: Store, other: Store, room: str):
    for _ in range(9):
        assert await worker.limits.guess(room, [EVE], HOUR) == 0
        await other.limits.uncount(room, [EVE])
    assert await worker._commands.call("EXISTS", guess_key(room, "player", "eve")) == 0


async def test_a_right_guess_uncounts_only_itself(worker: Store, room: str):
    for _ in range(3):
        await worker.limits.guess(room, [EVE], HOUR)
    await worker.limits.uncount(room, [EVE])
    assert [await worker.limits.guess(room, [EVE], HOUR) > 0 for _ in range(2)] == [False, True]


async def test_guesses_are_forgotten_in_time(worker: Store, room: str):
    await worker.limits.guess(room, [EVE], HOUR)
    assert HOUR / 2 < await worker._commands.call("PTTL", guess_key(room, "player", "eve")) <= HOUR


async def test_another_room_has_its_own_counters(worker: Store, room: str):
    for _ in range(4):
        await worker.limits.guess(room, [EVE, HERE], HOUR)
    assert await worker.limits.guess(secrets.token_hex(16), [EVE, HERE], HOUR) == 0
