"""Sockets that go while their room is being told something."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from server.uno.arena.arena_room import ArenaRoom
from server.uno.arena.arena_socket import ArenaSocket

MOMENT = SimpleNamespace(
    events=[{"type": "round_ended"}, {"type": "match_started"}], people=False,
    before=SimpleNamespace(table={"roundNumber": 1}), after=SimpleNamespace(decision=None),
)  # fmt: skip


@pytest.mark.parametrize("telling", ["_tell", "_game_end"])
async def test_who_goes_while_others_are_told_stops_nobody(telling: str):
    told = []

    async def emit(event, payload, sid):
        told.append((event, sid))
        desk.sockets.pop("b", None)

    async def nothing(*_):
        pass

    desks: Any = SimpleNamespace(emit=emit, spawn=lambda work: work.close())
    desk: Any = ArenaRoom("ab" * 16, desks)
    desk._for = lambda _: SimpleNamespace(game_end=lambda *_: {}, round_end=lambda *_: {})
    desk._game_start = lambda socket, _: emit("gameStart", {}, socket.sid)
    desk._keep_began = desk._tell_actions = nothing
    desk._follow_window = desk._follow_decision = lambda *_, **__: None
    desk.sockets = {sid: ArenaSocket(sid, None, "") for sid in "abc"}
    await getattr(desk, telling)(MOMENT)
    assert {sid for event, sid in told} >= {"a", "c"}
