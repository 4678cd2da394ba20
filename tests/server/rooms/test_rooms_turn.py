"""Whose turn it is to act on a room: one at a time, in order, whoever gives up."""

from __future__ import annotations

import asyncio

from server.rooms.turn import Turn


async def line_up(turn: Turn, names: str, had: list[str]) -> dict[str, asyncio.Task[None]]:
    async def have(name: str) -> None:
        await turn.wait()
        had.append(name)

    waiting = {name: asyncio.create_task(have(name)) for name in names}
    await asyncio.sleep(0)
    return waiting


async def test_it_is_taken_at_once_when_free_and_by_one_alone():
    turn = Turn()
    assert turn.take()
    assert not turn.take()
    turn.leave()
    assert turn.take()


async def test_it_is_handed_on_in_the_order_of_coming_and_nobody_overtakes():
    turn, had = Turn(), []
    assert turn.take()
    waiting = await line_up(turn, "abc", had)
    for name in "abc":
        turn.leave()
        assert not turn.take(), "it goes to who waits, not to who comes in between"
        await waiting[name]
    assert had == ["a", "b", "c"]
    turn.leave()
    assert not turn.taken


async def test_who_gives_up_while_waiting_is_left_out():
    turn, had = Turn(), []
    assert turn.take()
    waiting = await line_up(turn, "ab", had)
    waiting["a"].cancel()
    turn.leave()
    await waiting["b"]
    assert had == ["b"]


async def test_who_gives_up_in_the_moment_of_his_turn_hands_it_on():
    turn, had = Turn(), []
    assert turn.take()
    waiting = await line_up(turn, "ab", had)
    turn.leave()
    waiting["a"].cancel()  # it is his, but he has not run since
    await waiting["b"]
    assert had == ["b"]
    turn.leave()
    assert not turn.taken
