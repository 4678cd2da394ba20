"""What a bot ponders is asked of the level that plays its seat."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import crazy_eights
import msgspec

from games.api import Plan
from server.rooms.player_commands import Create
from server.rooms.registry import Rooms
from server.store.store import Store
from tests.support.stores import until

GOOD = crazy_eights.GAME.bot
assert GOOD is not None


def ponders(table: Any, own: Any, *_: Any) -> Plan[Any]:
    return Plan(None, ponder=bool(own.legal))


async def test_the_bot_of_somebody_absent_is_asked_at_the_level_that_fills_seats(store: Store) -> None:
    asked: dict[int, set[str]] = {0: set(), 1: set()}

    async def ponder(game: Any, table: Any, own: Any, seat: int, memory: bytes, chance: Any, level: str) -> Any:
        asked[seat].add(level)
        return msgspec.to_builtins(GOOD(table, own, seat, [], memory, chance, "simple").action)

    game = replace(
        crazy_eights.GAME, bot=ponders, bot_levels=["simple", "bold"], auto_level=lambda _: "bold",
        autopilot=lambda _: [0],
    )  # fmt: skip
    rooms = Rooms(store, {"crazy-eights": game}, ponder=ponder)
    store.wake_rooms(rooms.wake)
    try:
        await rooms.create("ann", Create(game="crazy-eights", name="Ann", bots=1, level="simple", start=True))
        await until(lambda: asked[0] and asked[1], 10)
        assert asked == {0: {"bold"}, 1: {"simple"}}
    finally:
        await store.stop_waking()
        await rooms.close()
