"""What can happen to a client while it is catching up (docs/connections.md)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.transport.edge_driver import CREATE, Refusal, Serving, official


async def test_a_feed_that_starts_over_does_not_cut_the_first_person_of_a_room(
    at: Serving, monkeypatch: pytest.MonkeyPatch
):
    """Nobody here has been shown anything of the room yet, not even of which game it is."""
    presence, feeds = at.rooms.store.presence, at.rooms.store.feeds
    hold = presence.hold

    async def held_while_the_feed_begins_anew(name: str) -> None:
        feed = feeds.get(name.partition("|")[0])
        assert feed is not None
        for listener in list(feed.listeners):
            listener.reset()
        await hold(name)

    async with official(at) as ann:
        code = (await ann.ask("create", **CREATE))["code"]
        monkeypatch.setattr(presence, "hold", held_while_the_feed_begins_anew)
        assert (await ann.ask("enter", room=code))["seat"] == 0
        assert await ann.ask("time")


async def test_who_is_shown_out_while_they_ask_for_the_whole_is_not_shown_it(
    at: Serving, monkeypatch: pytest.MonkeyPatch
):
    snapshot = at.rooms.snapshot
    async with official(at) as ann, official(at) as ben:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        await ben.ask("enter", room=code, name="Ben", sit=True)

        async def fetched_too_late(room: str, player: str | None) -> dict[str, Any]:
            monkeypatch.setattr(at.rooms, "snapshot", snapshot)
            await ann.ask("kick", seat=1)
            return await snapshot(room, player)

        monkeypatch.setattr(at.rooms, "snapshot", fetched_too_late)
        with pytest.raises(Refusal, match=r"seat\.elsewhere"):
            await ben.ask("sync")
        assert await ben.inbox.first("gone") == [{"code": "room.kicked"}]
        assert at.edge.door.seats_here == 1


async def test_who_is_shown_out_while_they_come_in_does_not_stay_and_listen(
    at: Serving, monkeypatch: pytest.MonkeyPatch
):
    ask = at.rooms.ask
    async with official(at) as ann, official(at) as ben:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)

        async def answered_too_late(*asked: Any) -> Any:
            said = await ask(*asked)
            monkeypatch.setattr(at.rooms, "ask", ask)
            await ann.ask("kick", seat=1)
            return said

        monkeypatch.setattr(at.rooms, "ask", answered_too_late)
        with pytest.raises(Refusal, match=r"seat\.elsewhere"):
            await ben.ask("enter", room=code, name="Ben", sit=True)
        await ann.ask("say", text="Gone?")
        await ann.ask("enter", room=code)  # so that all that Ben could have been told has been
        with pytest.raises(Refusal, match=r"room\.not_entered"):
            await ben.ask("sync")
        assert not ben.inbox.of("f")
        assert not ben.inbox.of("b")
