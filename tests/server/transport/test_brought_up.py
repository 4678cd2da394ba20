"""Coming back into a room whose game has been updated meanwhile: the views differ by more than the missed frames."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from server.rooms.document import SCHEMA
from server.store.store import Store
from tests.server.rooms.test_other_shape import GAME, Longer
from tests.server.transport.edge_driver import json_client, serving
from tests.support.stores import Server

SUIT = [field.name for field in msgspec.structs.fields(GAME.State)].index("suit")


def next_suit(state: list[Any]) -> list[Any]:
    """What version 2 makes of a state of version 1."""
    return [*state[:SUIT], (state[SUIT] + 1) % 4, *state[SUIT + 1 :], [0, 0]]


@pytest.mark.parametrize("seated", [True, False], ids=["a player", "a spectator"])
async def test_who_comes_back_after_an_update_is_shown_the_whole_room(valkey: Server, seated: bool) -> None:
    second = replace(GAME, version=2, State=Longer, migrate=[next_suit])
    one, two = [await Store.open(valkey.address, schema=SCHEMA) for _ in range(2)]
    async with serving(one, games={GAME.id: GAME}) as before, serving(two, games={GAME.id: second}) as after:
        async with json_client(before) as ann, json_client(before) as ben, json_client(before) as eve:
            code = (await ann.ask("create", game=GAME.id, name="Ann"))["code"]
            await ann.ask("enter", room=code)
            await ben.ask("enter", room=code, name="Ben", sit=True)
            await eve.ask("enter", room=code, name="Eve")
            await ann.ask("start")
            one_of_them = ben if seated else eve
            cursor, token = (await one_of_them.ask("sync"))["cursor"], one_of_them.token
        async with json_client(after, token) as back:
            shown = await back.ask("enter", room=code, cursor=cursor)
            whole = await back.ask("sync")
            assert not shown["resumed"]
            assert (shown["table"], shown["room"]["version"]) == (whole["table"], 2)
            again = await back.ask("enter", room=code, cursor=whole["cursor"])
            assert again["resumed"], "once is enough"
