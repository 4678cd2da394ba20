"""Reviews over HTTP: for those who may know what a seat knew, made once, one for each person at a time."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import replace
from functools import partial
from typing import Any

import aiohttp
import msgspec
import pytest
from crazy_eights import GAME

from server.doors.gate.rate_limits import Rate
from server.records import reviews
from server.records.judging import Decided, Judged, decisions
from server.rooms.bot_pool import BotPool
from server.store.keys import RECORDS, pulse_key, reviewing_key
from server.store.review_shelf import PULSE_MS
from server.store.store import Store
from tests.server.transport.edge_driver import JsonClient, Serving, json_client, serving
from tests.server.transport.test_records import kept, match, record_of
from tests.server.transport.test_replays import match_of, played
from tests.support.stores import until

Json = Any


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """People who say more than twenty things a second, and ask more often than they are told to."""
    monkeypatch.setattr("server.doors.record_pages.RECORDS_PER_ADDRESS", Rate("records.address", 1e4, 10**6))
    monkeypatch.setattr(reviews, "AGAIN_MS", 100)
    monkeypatch.setattr("server.doors.gate.rate_limits.BURST", 1e9)
    monkeypatch.setattr("server.doors.gate.rate_limits.RATE", 1e9)


async def asked(at: Serving, record: str, seat: Json, token: str = "") -> tuple[int, Json]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    url = f"{at.url}/api/v1/matches/{record}/review?seat={seat}"
    async with aiohttp.ClientSession() as http, http.get(url, headers=headers) as answer:
        return answer.status, await answer.json()


async def refused(at: Serving, record: str, seat: Json, token: str = "") -> tuple[int, str]:
    status, body = await asked(at, record, seat, token)
    return status, body["refused"]["code"]


async def made(at: Serving, record: str, seat: int, token: str = "") -> tuple[Json, list[tuple[int, int]]]:
    """The review, and how far it was whenever it was asked for."""
    progress: list[tuple[int, int]] = []
    async with asyncio.timeout(300):
        while True:
            status, body = await asked(at, record, seat, token)
            if status == 200:
                return body, progress
            told = body["refused"]
            assert (status, told["code"]) == (503, "review.pending")
            progress.append((told["done"], told["of"]))
            await asyncio.sleep(told["retryAfter"] / 1000)


class Held:
    """Stands in for the process of bots: nothing is done until it is let go, and every decision is found to be bad."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.runs = 0
        self.go = asyncio.Event()
        run = BotPool.run

        async def waiting(pool: Json, work: Json, *given: Json) -> Json:
            self.runs += work is decisions
            await self.go.wait()
            if work is decisions:
                return await run(pool, work, *given)
            decided = msgspec.msgpack.decode(given[-1], type=Decided)
            return msgspec.msgpack.encode(Judged(decided.entry, {}, {"type": "draw"}, 0.5, 0.1, True, ""))

        monkeypatch.setattr(BotPool, "run", waiting)


@pytest.mark.compiled
async def test_whoever_played_has_their_own_decisions_reviewed_once(at: Serving, monkeypatch: pytest.MonkeyPatch):
    async with match(at) as (ann, ben, record), json_client(at) as eve:
        seen = await kept(at, record, ann.token)
        review, progress = await made(at, record, 0, ann.token)
        assert review["seat"] == 0
        assert review["decisions"] > 3
        assert all(done <= of for done, of in progress)
        mine = {told["step"] - 1 for told in seen["told"] if told.get("by") == 0}
        for one in review["judged"]:
            assert one["step"] in mine
            assert one["played"] != one["best"]
            assert one["error"] >= 0
            assert not one["clear"] or one["gain"] > 2 * one["error"]
        # It is kept: nobody thinks again, neither here nor at another worker.
        held = Held(monkeypatch)
        assert await asked(at, record, 0, ann.token) == (200, review)
        assert held.runs == 0
        # Nobody else is told what that seat knew.
        for token in (ben.token, eve.token, ""):
            assert await refused(at, record, 0, token) == (403, "review.closed")


async def test_of_an_open_record_everybody_may_have_any_seat_reviewed(at: Serving, monkeypatch: pytest.MonkeyPatch):
    Held(monkeypatch).go.set()
    async with match(at, records="open") as (_, _, record):
        await kept(at, record)
        review, _ = await made(at, record, 1)
        assert review["decisions"] > 3


async def one_move(code: str, player: JsonClient) -> None:
    """The first that is legal, if it is their turn."""
    here = await player.ask("enter", room=code)
    if here["own"]["legal"]:
        move = {field: value for field, value in here["own"]["legal"][0].items() if value is not None}
        await player.ask("act", n=here["act"] + 1, action=move)


async def test_each_is_told_of_the_time_in_which_they_held_the_seat(at: Serving, monkeypatch: pytest.MonkeyPatch):
    Held(monkeypatch).go.set()
    async with json_client(at) as ann, json_client(at) as ben, json_client(at) as cy:
        code = await match_of(ann, ben)
        await cy.ask("enter", room=code, name="Cy")
        for _ in range(4):
            for player in (ann, ben):
                await one_move(code, player)
        await ben.ask("leave")
        await cy.ask("sit", seat=1)
        await played(code, ann, cy)
        record = await record_of(ann)
        decided: list[set[int]] = []
        for former_or_now in (ben, cy):
            seen = await kept(at, record, former_or_now.token)
            review, _ = await made(at, record, 1, former_or_now.token)
            mine = {told["step"] - 1 for told in seen["told"] if told.get("by") == 1}
            decided.append({one["step"] for one in review["judged"]})
            assert decided[-1]
            assert decided[-1] <= mine
        assert decided[0].isdisjoint(decided[1])


async def test_who_asks_while_it_is_made_has_the_record_read_once(
    at: Serving, store: Store, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(reviews, "BEAT_S", 0.05)
    held, find, read = Held(monkeypatch), store.records.find, 0

    async def counted(record: str) -> Json:
        nonlocal read
        read += 1
        return await find(record)

    async with match(at) as (ann, ben, record):
        await kept(at, record)
        monkeypatch.setattr(store.records, "find", counted)
        for _ in range(3):
            assert await refused(at, record, 0, ann.token) == (503, "review.pending")
        assert read == 1
        # Who may not know of it is told so, as before.
        assert await refused(at, record, 0, ben.token) == (403, "review.closed")
        assert await refused(at, record, 0) == (403, "review.closed")
        held.go.set()
        review, _ = await made(at, record, 0, ann.token)
        assert review["decisions"] > 3


async def test_progress_is_told(at: Serving, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reviews, "BEAT_S", 0.02)
    held = Held(monkeypatch)
    held.go.set()
    step, run = asyncio.Event(), BotPool.run

    async def one_by_one(pool: Json, work: Json, *given: Json) -> Json:
        await step.wait()
        if work is not decisions:
            step.clear()
        return await run(pool, work, *given)

    monkeypatch.setattr(BotPool, "run", one_by_one)
    async with match(at) as (ann, _, record):
        await kept(at, record)
        assert (await asked(at, record, 0, ann.token))[1]["refused"]["done"] == 0

        async def is_at(done: int) -> bool:
            told = (await asked(at, record, 0, ann.token))[1]["refused"]
            return bool(told["done"] == done and told["of"] > done)

        for done in (1, 2):
            step.set()
            await until(partial(is_at, done))
        monkeypatch.setattr(BotPool, "run", run)
        step.set()
        await made(at, record, 0, ann.token)


async def test_nobody_has_two_made_at_once_and_the_queue_has_an_end(at: Serving, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reviews, "QUEUED", 2)
    held = Held(monkeypatch)
    async with match(at, records="open") as (ann, ben, record), json_client(at) as eve:
        await kept(at, record)
        assert await refused(at, record, 0, ann.token) == (503, "review.pending")
        assert await refused(at, record, 0, ben.token) == (503, "review.pending")
        assert await refused(at, record, 1, ann.token) == (429, "review.one")
        async with match(at, records="open") as (_, _, other):
            await kept(at, other)
            assert await refused(at, record, 1, ben.token) == (503, "review.pending")
            status, body = await asked(at, other, 1, eve.token)
            assert (status, body["refused"]["code"]) == (503, "review.busy")
            assert body["refused"]["retryAfter"] > 0
            held.go.set()
            await made(at, record, 0, ann.token)
            await made(at, record, 1, ann.token)
            assert held.runs == 2
            await made(at, other, 1, eve.token)


async def test_what_cannot_be_reviewed_is_refused_with_one_code_each(at: Serving):
    async with match(at) as (ann, _, record):
        await kept(at, record)
        assert await refused(at, record, 9, ann.token) == (404, "seat.unknown")
        assert await refused(at, "a" * 26, 0, ann.token) == (404, "record.unknown")
        assert await refused(at, record, 0, "x") == (401, "token.unknown")
        for wrong in ("", "x", "-1", "999", "²"):
            assert await refused(at, record, wrong, ann.token) == (400, "message.malformed")


async def test_a_match_is_not_reviewed_while_it_runs(at: Serving, monkeypatch: pytest.MonkeyPatch):
    async def never(*_: Json) -> None:
        return

    monkeypatch.setattr("server.records.keeping.RecordKeeper._make", never)
    async with match(at) as (ann, _, record):
        assert await refused(at, record, 0, ann.token) == (503, "record.pending")


async def test_a_game_that_nobody_can_judge_says_so(store: Store):
    async with (
        serving(store, games={"crazy-eights": replace(GAME, guess=None, redeal=None)}) as at,
        match(at) as (ann, _, record),
    ):
        await kept(at, record)
        assert await refused(at, record, 0, ann.token) == (404, "review.none")


async def test_what_a_dead_worker_had_begun_another_begins_again(store: Store, monkeypatch: pytest.MonkeyPatch):
    held = Held(monkeypatch)
    async with serving(store) as first, serving(store) as second, match(first) as (ann, _, record):
        await kept(first, record)
        assert await refused(first, record, 0, ann.token) == (503, "review.pending")
        assert await refused(second, record, 0, ann.token) == (503, "review.pending")
        with monkeypatch.context() as killed:  # the first worker ends without a word
            killed.setattr(store.reviews, "end", _nothing)
            await first.edge.door._records._reviews.close()
        call, marks = store._commands.call, await _marks(store, record, ann)
        assert len(marks) == 2
        for mark in marks:
            assert 0 < await call("PTTL", mark) <= PULSE_MS
            await call("PEXPIRE", mark, 1)  # some seconds pass
        await until(lambda: _is_free(store, record, ann))
        held.go.set()
        review, _ = await made(second, record, 0, ann.token)
        assert review["decisions"] > 3
        assert held.runs == 2


async def _nothing(*_: Json) -> None:
    return


async def _marks(store: Store, record: str, asker: JsonClient) -> list[str]:
    """What says that the review of the first seat is being made for the asker."""
    player = hashlib.sha256(asker.token.encode()).hexdigest()[:32]
    keys = (pulse_key(record, 0), reviewing_key(player))
    return [key for key in keys if await store._commands.call("EXISTS", key)]


async def _is_free(store: Store, record: str, asker: JsonClient) -> bool:
    return await _marks(store, record, asker) == []


async def test_a_long_thought_keeps_its_pulse(at: Serving, store: Store, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reviews, "BEAT_S", 0.05)
    held = Held(monkeypatch)
    async with match(at) as (ann, _, record):
        await kept(at, record)
        assert await refused(at, record, 0, ann.token) == (503, "review.pending")
        call = store._commands.call
        for mark in await _marks(store, record, ann):
            await call("PEXPIRE", mark, PULSE_MS // 2)

            async def renewed(mark: str = mark) -> bool:
                return await call("PTTL", mark) > PULSE_MS // 2

            await until(renewed)
        held.go.set()
        await made(at, record, 0, ann.token)
        await until(lambda: _is_free(store, record, ann))
        assert held.runs == 1


async def test_a_review_ends_with_its_record(at: Serving, store: Store, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reviews, "BEAT_S", 0.05)
    held = Held(monkeypatch)
    async with match(at) as (ann, _, record):
        await kept(at, record)
        assert await refused(at, record, 0, ann.token) == (503, "review.pending")
        await until(lambda: held.runs == 1)
        await ann.ask("delete", record=record)
        await until(lambda: _is_free(store, record, ann))
        assert await refused(at, record, 0, ann.token) == (404, "record.unknown")
        # The next one does not wait for it.
        async with match(at, records="open") as (_, _, other):
            await kept(at, other)
            held.go.set()
            await made(at, other, 0, ann.token)


async def test_a_review_goes_with_its_record(at: Serving, monkeypatch: pytest.MonkeyPatch):
    Held(monkeypatch).go.set()
    async with match(at, records="open") as (ann, _, record):
        await kept(at, record)
        await made(at, record, 0, ann.token)
        await ann.ask("delete", record=record)
        assert await refused(at, record, 0, ann.token) == (404, "record.unknown")


async def test_a_review_counts_towards_what_records_may_take(
    at: Serving, store: Store, monkeypatch: pytest.MonkeyPatch
):
    Held(monkeypatch).go.set()
    call = store._commands.call

    async def taken() -> int:
        return int(await call("HGET", RECORDS[1], ""))

    async with match(at, records="open") as (ann, _, record):
        await kept(at, record)
        before = await taken()
        await made(at, record, 0, ann.token)
        review = await store.reviews.find(record, 0)
        assert review
        await until(lambda: _is_free(store, record, ann))
        assert await taken() == before + len(review)
