"""Replays of finished matches for their players: pages of messages, as the JSON door would send them."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

import msgspec

from games.api import Refused
from server.doors.gate.rate_limits import REPLAYS_PER_ADDRESS, REPLAYS_PER_PLAYER, Buckets, spend
from server.protocol.schema import Schema, schema_of
from server.rooms.registry import Rooms
from server.rooms.replay import Told, Whole, last_ended, replayed
from server.rooms.room_view import ROOM_EVENTS, RoomView

from .packets import EncodedFrame

Json = Any
PAGE: Final = 100
KEPT: Final = 16  # a replay computes a whole match, so keep the latest ones while clients fetch their pages
_VIEWS: Final = ("room", "table", "own")


class ReplayPages:
    """Answers `replay`, from any door."""

    def __init__(self, rooms: Rooms, buckets: Buckets) -> None:
        self._rooms = rooms
        self._buckets = buckets
        self._kept: OrderedDict[tuple[str, str, int], list[Json]] = OrderedDict()

    async def page(self, room_id: str, player: str, address: str, match: int | None, skip: int) -> dict[str, Json]:
        """A page of the match (None: the last finished one), from message number `skip` on."""
        room = await self._rooms.room(room_id)
        match = match or last_ended(room)
        known = self._kept.get((room_id, player, match))
        if known is None:
            await spend(self._buckets, REPLAYS_PER_PLAYER, player)
            await spend(self._buckets, REPLAYS_PER_ADDRESS, address)
            parts = await replayed(self._rooms.store, self._rooms.games, room, player, match)
            schema = schema_of(room.game, RoomView, ROOM_EVENTS)
            known = [message for part in parts for message in _named(part, schema)]
            self._kept[room_id, player, match] = known
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        if skip > len(known):
            raise Refused("replay.none")
        more = skip + PAGE
        return {"match": match, "told": known[skip:more], "next": more if more < len(known) else None}


def _named(part: Whole | Told, schema: Schema) -> list[Json]:
    if isinstance(part, Told):
        return list(EncodedFrame(part.entry, part.private, schema).named())
    plain = {name: schema.reader.document(name, msgspec.to_builtins(part.view[name])) for name in _VIEWS}
    return [{"kind": "snapshot", **part.view, **plain}]
