"""`fork`: from a record to a practice room that plays on."""

from __future__ import annotations

import pytest

from tests.server.transport.edge_driver import JsonClient, Refusal, Serving, json_client
from tests.server.transport.test_records import kept, match
from tests.server.transport.test_replays import played


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Players who say more than twenty things a second."""
    monkeypatch.setattr("server.doors.gate.rate_limits.BURST", 1e9)
    monkeypatch.setattr("server.doors.gate.rate_limits.RATE", 1e9)


async def forked(client: JsonClient, record: str, step: int, seat: int) -> str:
    return (await client.ask("fork", record=record, step=step, seat=seat, name="Eve"))["code"]


@pytest.mark.compiled
async def test_a_stranger_plays_on_from_an_open_record(at: Serving):
    at.rooms.store.wake_rooms(at.rooms.wake)  # bots play
    async with match(at, records="open") as (_, _, record), json_client(at) as eve:
        seen = await kept(at, record)
        code = await forked(eve, record, 3, 1)
        answer = await eve.ask("enter", room=code)
        room = answer["room"]
        assert (answer["seat"], room["phase"], room["practice"], room["fork"]) == (1, "playing", True, f"{record}#3")
        assert [seat["sitter"] for seat in room["seats"]] == ["bot", "person"]
        assert len(seen["told"]) > 3
        await played(code, eve)
        assert (await eve.ask("sync"))["room"]["record"] == "", "it has not begun with a deal"


async def test_who_played_goes_on_from_their_own_seat_with_hidden_cards_dealt_again(at: Serving):
    async with match(at) as (ann, _, record), json_client(at) as eve:
        await kept(at, record)
        code = await forked(ann, record, 2, 0)
        async with json_client(at, ann.token) as again:
            assert (await again.ask("enter", room=code))["room"]["fork"] == f"{record}#2 redealt"
        for client, seat in ((ann, 1), (eve, 0)):
            with pytest.raises(Refusal, match=r"fork\.closed"):
                await forked(client, record, 2, seat)


async def test_what_cannot_be_played_on_is_refused(at: Serving):
    async with match(at, records="open") as (_, _, record), json_client(at) as eve:
        seen = await kept(at, record)
        for step, seat, code in ((10**6, 0, "fork.step"), (0, 9, "seat.unknown"), (seen["steps"], 0, "fork.over")):
            with pytest.raises(Refusal, match=code.replace(".", r"\.")):
                await forked(eve, record, step, seat)
        with pytest.raises(Refusal, match=r"record\.unknown"):
            await forked(eve, "a" * 26, 0, 0)
