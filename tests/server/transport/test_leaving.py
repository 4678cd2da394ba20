"""A worker that stops finishes what it has begun with a client before sending it elsewhere."""

from __future__ import annotations

import asyncio

from tests.server.transport.edge_driver import CREATE, Serving, bare
from tests.support.stores import Server, until


async def test_a_pending_message_is_answered_before_its_sender_is_sent_away(at: Serving, valkey: Server):
    """Else their entry could be made here after they have entered again elsewhere, and take their seat there."""
    async with bare(at) as ann:
        (person,) = at.edge.door.people
        valkey.freeze()
        await ann.event("create", CREATE, number=7)
        await until(lambda: person.socket.busy)
        leaving = asyncio.create_task(at.edge.leave())
        await asyncio.sleep(0)
        valkey.thaw()
        answer = await ann.next()
        assert (answer["type"], answer["id"]) == (3, 7)
        gone = await ann.next()
        assert gone["data"] == ["gone", {"code": "worker.leaving"}]
        assert await ann.ended() == 1012
        await leaving
