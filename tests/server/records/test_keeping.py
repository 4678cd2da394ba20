"""Kept records in a real store, and those that ask for them: to forget, to agree, to list, to make."""

from __future__ import annotations

import asyncio
import zlib
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from games.api import AnyGame, Refused
from server.records.keeping import LISTED, RecordKeeper
from server.records.match_record import ASK, Holder, MatchRecord, packed, unpacked
from server.records.showing import summary
from server.store.keys import record_id
from server.store.record_shelf import KeptRecord
from server.store.store import Store
from tests.server.records.played import GAMES, record_of_game
from tests.server.store.test_record_shelf import LONG, ended

Json = Any
BEFORE_HOST = -1
"""Fields that records had before the host was kept with them."""


@dataclass
class Worker:
    """What a keeper asks of the rooms of its worker."""

    store: Store
    games: dict[str, AnyGame] = field(default_factory=lambda: dict(GAMES))
    on_ended: Json = None


def keeper_of(store: Store, **worker: Json) -> RecordKeeper:
    rooms: Json = Worker(store, **worker)
    return RecordKeeper(rooms, lambda _: {}, days=1, megabytes=100)


def asking(second: Holder | None = None) -> MatchRecord:
    """A match of UNO whose people, Ann and perhaps the second of those who played, have still to agree."""
    record = msgspec.structs.replace(record_of_game("uno"), policy=ASK)
    ann, bot, *rest = record.holders
    return msgspec.structs.replace(record, holders=[ann, second or bot, *rest])


async def kept(store: Store, record: MatchRecord | None = None, data: bytes = b"") -> str:
    """The id of that record in the store."""
    _, name = await ended(store)
    await store.records.keep(name, data or packed(record or asking()), LONG)
    return name


async def stored(store: Store, record: str) -> KeptRecord:
    found = await store.records.find(record)
    assert isinstance(found, KeptRecord)
    return found


def fields_of(record: MatchRecord) -> list[Json]:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(record))


@pytest.mark.parametrize(
    "written",
    [
        lambda record: zlib.compress(msgspec.msgpack.encode(fields_of(record)[:BEFORE_HOST]), 9),
        lambda record: zlib.compress(msgspec.msgpack.encode(record), 1),
    ],
    ids=["with fewer fields", "by another zlib"],
)
async def test_a_name_leaves_a_record_however_it_was_written(store: Store, written: Json):
    record = await kept(store, data=written(asking()))
    async with asyncio.timeout(10):
        await keeper_of(store).forget(record, "ann")
    assert not unpacked((await stored(store, record)).data).was_played_by("ann")


async def test_forgetting_gives_up_if_the_record_changes_again_and_again(store: Store, monkeypatch):
    record, tried = await kept(store), 0

    async def changed(*_: Json) -> bool:
        nonlocal tried
        tried += 1
        return False

    monkeypatch.setattr(store.records, "replace", changed)
    async with asyncio.timeout(10):
        with pytest.raises(Refused, match=r"store\.busy"):
            await keeper_of(store).forget(record, "ann")
    assert tried == 8


async def test_nothing_of_the_player_stays_with_a_record_that_they_forget(store: Store):
    record, keeper = await kept(store, asking(Holder("ben", "Ben"))), keeper_of(store)
    await keeper.agree(record, "ann")
    await keeper.agree(record, "ben")
    await keeper.forget(record, "ann")
    assert (await stored(store, record)).agreed == {"ben"}


async def test_a_program_that_forgets_keeps_nobody_from_opening_the_record(store: Store):
    record, keeper = await kept(store, asking(Holder("bot-1", "Robot"))), keeper_of(store)
    await keeper.forget(record, "bot-1")
    await keeper.agree(record, "ann")
    left, agreed = await keeper.find(record)
    assert left.is_open(agreed)
    assert "Robot" not in str(left.holders)
    assert summary(left, agreed, None)["seats"] == summary(asking(Holder("bot-2", "")), agreed, None)["seats"]


async def test_matches_that_are_gone_leave_the_list_and_do_not_end_it(store: Store):
    keeper, names = keeper_of(store), [await kept(store) for _ in range(2 * LISTED)]
    for ended_at, record in enumerate(names):
        await store.records.list_for("ann", record, ended_at, LONG)
    eldest, elder, *old, newest = names
    for record in old:
        await store.records.delete(record)
    first, following = await keeper.listed("ann", 0)
    assert (len(first), following) == (1, 1), "the others of the page have left the list"
    assert len(await store.records.listed_for("ann", 0, 2 * LISTED)) == LISTED + 1
    rest, after_that = await keeper.listed("ann", 1)
    assert (len(rest), after_that) == (2, 3)
    assert await keeper.listed("ann", 3) == ([], None)
    assert await store.records.listed_for("ann", 0, 2 * LISTED) == [newest, elder, eldest]


async def test_a_page_of_which_nothing_is_left_is_no_empty_page(store: Store):
    record = await kept(store)
    await store.records.list_for("ann", record, 0, LONG)
    for ended_at in range(1, LISTED + 1):
        await store.records.list_for("ann", record_id(bytes([ended_at] * 32), "room"), ended_at, LONG)
    matches, following = await keeper_of(store).listed("ann", 0)
    assert (len(matches), following) == (1, None)
