"""Helpers for tests of the store: commits, listeners, rooms."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from msgspec.structs import replace

from server.store.commits import Commit
from server.store.entries import Entry
from server.store.store import Store
from server.store.types import Conflict, Document, Drift


def new_room() -> str:
    return secrets.token_hex(16)


def commit_of(store: Store, room: str, expect: int = 0, **changes) -> Commit:
    """A commit that only counts; `changes` replace fields."""
    version = expect + 1
    fields = {
        "room": room,
        "incarnation": 7,
        "expect": expect,
        "hot": b"hot %d" % version,
        "cold": b"cold" if expect == 0 else None,
        "entry": Entry(version, secrets.randbits(32), b"public %d" % version, {0: b"own %d" % version}),
        "log": b"action %d" % version,
        "now": store.now(),
        "wake": None,
        "ttl_ms": 60_000,
    }
    return Commit(**{**fields, **changes})


async def advance(store: Store, room: str, expect: int, times: int) -> list[Entry]:
    """Commit this many times, one after the other."""
    entries = []
    for version in range(expect, expect + times):
        commit = commit_of(store, room, version)
        await store.commit(commit)
        entries.append(commit.entry)
    return entries


async def increment(store: Store, room: str, document: Document) -> Document:
    """Add one to the number in `hot`, however many others do the same."""
    while True:
        hot = b"%d" % (int(document.hot) + 1)
        try:
            commit = commit_of(store, room, document.version, hot=hot, log=hot)
            await store.commit(commit)
        except Conflict as conflict:
            document = conflict.document or document
        except Drift:
            continue
        else:
            return replace(document, version=document.version + 1, hot=hot)


class Ear:
    """A listener that remembers."""

    def __init__(self) -> None:
        self.heard: list[Entry] = []
        self.resets = 0

    def entries(self, entries: Sequence[Entry]) -> None:
        self.heard += entries

    def reset(self) -> None:
        self.resets += 1

    @property
    def versions(self) -> list[int]:
        return [entry.version for entry in self.heard]
