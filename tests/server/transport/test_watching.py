"""A watcher sees after every frame what a snapshot would show, at both doors, with every game."""

from __future__ import annotations

from typing import Any

import pytest

from games.catalog import installed
from server.protocol.apply_patch import patched
from server.protocol.schema import schema_of
from server.rooms.room_view import ROOM_EVENTS, RoomView
from server.store.store import Store
from tests.server.transport.edge_driver import Serving, json_client, official, serving

GAMES = installed()
QUICK: dict[str, dict[str, Any]] = {"shandong": {"spectatorsSeeAll": True, "dealIntervalMs": 1}}


@pytest.fixture(params=list(GAMES))
def game(request) -> str:
    return request.param


async def lobby(at: Serving, host: Any, game: str) -> str:
    """A room with bots and its host, whose seat the autopilot plays when it comes to that."""
    seats = GAMES[game].seats.start
    code = (await host.ask("create", game=game, name="Ann", bots=seats - 1, options=QUICK.get(game, {})))["code"]
    await host.ask("enter", room=code)
    return code


async def test_who_watched_from_the_lobby_on_sees_what_a_snapshot_would_show(store: Store, game: str):
    async with (
        serving(store, games=GAMES) as at,
        json_client(at) as ann,
        official(at) as eve,
        json_client(at) as ivy,
    ):
        code = await lobby(at, ann, game)
        reader = schema_of(GAMES[game], RoomView, ROOM_EVENTS).reader
        positional = await eve.ask("enter", room=code, name="Eve")
        named = await ivy.ask("enter", room=code, name="Ivy")
        assert positional["table"] is named["table"] is None
        await ann.ask("start")
        for _ in range(3):
            said = len(ivy.inbox.of("frame"))
            await ann.ask("say", phrase="hello")
            await ivy.inbox.first("frame", said)
            whole = await ivy.ask("sync")
            assert whole["table"] is not None
            cursor = whole["cursor"][0]
            await eve.inbox.has_frame(cursor)
            told = [reader.frame(f) for f in eve.inbox.of("f")]
            start = {part: reader.document(part, positional[part]) for part in ("room", "table")}
            assert followed(start, positional["cursor"][0], told, cursor) == shown(whole)
            told = [f for (f,) in ivy.inbox.of("frame")]
            assert followed(shown(named), named["cursor"][0], told, cursor) == shown(whole)


def shown(snapshot: dict[str, Any]) -> dict[str, Any]:
    return {part: snapshot[part] for part in ("room", "table")}


def followed(had: dict[str, Any], since: int, told: list[dict[str, Any]], until: int) -> dict[str, Any]:
    """What somebody who had that makes of the frames up to there."""
    for frame in told:
        if since < frame["pub"] <= until:
            had = {part: patched(had[part], frame[part]) for part in ("room", "table")}
    return had


async def test_a_player_who_comes_back_as_a_stranger_gets_a_snapshot(store: Store, game: str):
    """While nobody watched, nobody was told what those who watch see."""
    async with serving(store, games=GAMES) as at, json_client(at) as ann, json_client(at) as ivy:
        code = await lobby(at, ann, game)
        had = await ivy.ask("enter", room=code, name="Ivy")
        await ivy.ask("leave")
        await ann.ask("start")
        back = await ivy.ask("enter", room=code, name="Ivy", cursor=had["cursor"])
        assert not back["resumed"]
        assert back["table"] is not None
