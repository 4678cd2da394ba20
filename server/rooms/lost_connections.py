"""Finds the connections of dead workers, and tells each room, once, that they are lost."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from games.api import Refused
from server.store.store import Store
from server.store.types import Unavailable

from .decide import SERVER
from .registry import Rooms
from .server_commands import Lost

log = logging.getLogger("paiju.rooms")
EVERY_S: Final = 2.0


def connection_name(room: str, player: str, gen: int) -> str:
    """The name under which a connection is listed while its worker lives."""
    return f"{room}|{player}|{gen}"


async def keep(rooms: Rooms, store: Store) -> None:
    """Keep looking for orphans."""
    while True:
        await asyncio.sleep(EVERY_S)
        try:
            for name in await store.presence.orphans():
                await _tell(rooms, name)
                await store.presence.release(name)
        except Unavailable:
            continue


async def _tell(rooms: Rooms, name: str) -> None:
    room, player, gen = name.split("|")
    try:
        await rooms.ask(room, SERVER, Lost(player, int(gen)))
    except Refused as refused:
        log.info("an orphan's room was not told: %s", refused.code)
