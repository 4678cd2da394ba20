"""R6, the other way round: watchers that do not fill gaps miss moves, and the fault test would see it.

It takes guards out of the feed while it runs, which only sources allow: a release has them in machine code.
"""

from __future__ import annotations

from server.store.feed import Feed
from tests.faults.conftest import crew
from tests.faults.test_fault_workers_freeze import deafened

__all__ = ["crew"]


async def test_r6_control_without_filling_gaps_watchers_miss_moves(tmp_path, crew, monkeypatch):
    def take_what_comes(feed: Feed, version: int) -> None:
        feed.wanted = 0

    original = Feed.message

    def message(feed: Feed, data: bytes) -> bool:
        from server.store.entries import unpack, version_of

        if feed.known and version_of(data) > feed.version + 1:
            feed.deliver([unpack(data)])
            return True
        return original(feed, data)

    started = Feed.read

    def read(feed: Feed) -> None:
        if not feed.known:
            started(feed)

    monkeypatch.setattr(Feed, "message", message)
    monkeypatch.setattr(Feed, "read", read)
    monkeypatch.setattr(Feed, "_want", take_what_comes)
    wrong = await deafened(tmp_path, crew)
    assert any(" after " in one for one in wrong)
