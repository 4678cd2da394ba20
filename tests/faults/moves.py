"""A game that only remembers who moved: enough to see a move that was lost, doubled or forked."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import secrets
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import msgpack

from server.store.commits import Commit
from server.store.entries import Entry
from server.store.store import Store
from server.store.types import Conflict, Document, Drift, Unavailable
from tests.support.stores import connected

TTL = 3_600_000


def chained(chain: bytes, move: bytes) -> bytes:
    return hashlib.sha256(chain + move).digest()[:8]


def move_of(name: str, n: int) -> bytes:
    return f"{name} {n}".encode()


def start(store: Store, room: str, wake: int | None = None) -> Commit:
    hot = msgpack.packb((b"", {}))
    entry = Entry(1, secrets.randbits(32), b"start", {})
    return Commit(room, 1, 0, hot, b"cold", entry, b"start", store.now(), wake, TTL)


def decide(store: Store, room: str, document: Document, name: str, n: int) -> Commit | None:
    """The commit of somebody's move number n; None when it is in the room already."""
    chain, done = msgpack.unpackb(document.hot)
    if done.get(name, 0) >= n:
        return None
    move = move_of(name, n)
    hot = msgpack.packb((chained(chain, move), {**done, name: n}))
    entry = Entry(document.version + 1, secrets.randbits(32), move, {n % 4: move})
    return Commit(room, 1, document.version, hot, None, entry, move, store.now(), None, TTL)


async def loaded(store: Store, room: str) -> Document:
    while True:
        try:
            document = await store.load(room)
        except Unavailable:
            await asyncio.sleep(0.05)
        else:
            assert document is not None
            return document


async def move(
    store: Store, room: str, document: Document, name: str, n: int, dedupe: bool = True
) -> tuple[Document, int]:
    """Move number n until it is certain. Returns the room and the move's version, 0 when it was in already."""
    commit: Commit | None = None
    while True:
        if commit is None:
            commit = decide(store, room, document, name, n)
            if commit is None:
                return document, 0
        try:
            await store.commit(commit)
        except Conflict as conflict:
            document, commit = conflict.document or document, None
        except Drift:
            commit = None
        except Unavailable as error:
            if not dedupe:
                if error.unknown:  # a careless client takes no answer for a no, and asks anew
                    document, commit, name = await loaded(store, room), None, name + "'"
                else:
                    await asyncio.sleep(0.02)
                continue
            await asyncio.sleep(0.02)
            if random.random() < 0.5:  # else the same commit is sent again
                document, commit = await loaded(store, room), None
        else:
            assert commit.entry is not None
            after = Document(1, commit.expect + 1, commit.entry.tag, commit.hot, b"cold")
            return after, after.version


@dataclass
class Verdict:
    """What the checker found wrong."""

    accepted: int = 0
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    forks: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        return not (self.lost or self.twice or self.forks or self.broken)


def told(histories: Iterable[Path]) -> list[tuple[str, int, str, int]]:
    """(room, version, name, n) of every move that its worker was told to be done."""
    lines = [line for file in histories for line in file.read_text().splitlines() if line.endswith("]")]
    return [tuple(json.loads(line)) for line in lines]


async def judge(store: Store, rooms: Iterable[str], histories: Iterable[Path]) -> Verdict:
    """Hold what was accepted against what is stored."""
    await connected(store)
    verdict = Verdict()
    by_room: dict[str, list[tuple[int, bytes]]] = {room: [] for room in rooms}
    for room, version, name, n in told(histories):
        by_room[room].append((version, move_of(name, n)))
        verdict.accepted += 1
    for room, accepted in by_room.items():
        log = await store.history(room)
        document = await store.load(room)
        stored = dict(log)
        counts = Counter(action.replace(b"'", b"") for _, action in log)
        verdict.twice += [f"{room} {action!r}" for action, count in counts.items() if count > 1]
        verdict.lost += [f"{room} {move!r}" for _, move in accepted if move not in counts]
        verdict.forks += [
            f"{room} {v} {move!r}" for v, move in accepted if v and move in counts and stored.get(v) != move
        ]
        chain = b""
        for _, action in log[1:]:
            chain = chained(chain, action)
        if [v for v, _ in log] != list(range(1, len(log) + 1)):
            verdict.broken.append(f"{room}: versions are missing")
        if document is None or document.version != len(log) or msgpack.unpackb(document.hot)[0] != chain:
            verdict.broken.append(f"{room}: the room is not what its moves lead to")
    return verdict
