"""What a client believes of its room: snapshots and frames put together as docs/contract.md says, none forgiven."""

from __future__ import annotations

import json
from typing import Any

from server.wire.echo import filled
from server.wire.follow import patched as patched_by_name
from server.wire.named import Reader

Json = Any


class Hole(AssertionError):
    """A frame was missing, came twice, or came in the wrong order."""


def patched(old: Json, patch: list[Json] | None) -> Json:
    """What a patch makes of a positional document (contract 2)."""
    if patch is None:
        return old
    if patch[0] == -1:
        return patch[1]
    new, i = list(old), 0
    while i < len(patch):
        field, op = divmod(patch[i], 4)
        if op == 0:
            new[field] = patch[i + 1]
        elif op == 1:
            gone = set(patch[i + 1])
            new[field] = [x for j, x in enumerate(new[field]) if j not in gone] + patch[i + 2]
        else:
            items = list(new[field])
            for j, inner in zip(patch[i + 1][::2], patch[i + 1][1::2], strict=True):
                items[j] = patched(items[j], inner)
            new[field] = items
        i += 3 if op == 1 else 2
    return new


class Belief:
    """Positional documents; `named` reads them through the schema that the server sent."""

    def __init__(self) -> None:
        self.cursor: list[int] | None = None
        self.room: Json = None
        self.table: Json = None
        self.own: Json = None
        self.seat: int | None = None
        self.reader: Reader | None = None
        self.frames = 0
        self.moments: dict[int, str] | None = None
        """When kept: what everybody saw after each public frame, to be held against what others saw."""
        self._waiting: list[tuple[int, int, int, Json]] = []

    # --- what is told ---

    def shown(self, snapshot: Json) -> None:
        """The whole: it replaces everything."""
        if "schema" in snapshot:
            self.reader = Reader(snapshot["schema"])
        self.room, self.table, self.own = snapshot["room"], snapshot["table"], snapshot["own"]
        self.cursor, self.seat, self._waiting = list(snapshot["cursor"]), snapshot["seat"], []
        self._keep()

    def resumed(self, frames: list[Json]) -> None:
        self._waiting = []  # what had not been applied comes again: the cursor was before it
        for name, *values in frames:
            self.take(name, values)

    def take(self, name: str, values: list[Json]) -> None:
        if name == "f":
            self.public(*values)
        elif name == "o":
            tag, priv, events, own = values
            self.private(priv, 0, tag, events, own)
        elif name == "b":
            pub, tag, public_events, table, room, priv, events, own = values
            self.private(priv, pub, tag, events, own)
            self.public(pub, tag, public_events, table, room)
        elif name == "s":
            self.shown(values[0])

    def public(self, pub: int, tag: int, events: list[Json], table: Json, room: Json) -> None:
        if self.cursor is None or pub != self.cursor[0] + 1:
            raise Hole(f"public frame {pub} after {self.cursor}")
        self.cursor = [pub, self.cursor[1], tag]
        self.table, self.room = self._table_after(events, table), self._patched(self.room, room)
        while self._waiting and self._waiting[0][0] <= pub:
            self._apply(*self._waiting.pop(0)[1:])
        self.frames += 1
        self._keep()

    def _table_after(self, events: list[Json], patch: Json) -> Json:
        """Events say some of it by themselves: the schema has a patch template for those."""
        table = self.table
        if table is not None and self.reader is not None:
            about = self.reader.events
            for number, *fields in events:
                for template in about[number][2:]:
                    table = self._patched(table, filled(template, fields))
        return self._patched(table, patch)

    def private(self, priv: int, at: int, tag: int, events: list[Json], own: Json) -> None:
        if self.cursor is None or priv != self.cursor[1] + len(self._waiting) + 1:
            raise Hole(f"private frame {priv} after {self.cursor}")
        if at > self.cursor[0]:
            self._waiting.append((at, priv, tag, own))
        else:
            self._apply(priv, tag, own)

    def _apply(self, priv: int, tag: int, own: Json) -> None:
        self.cursor = [self.cursor[0], priv, tag]
        self.own = self._patched(self.own, own)

    def _keep(self) -> None:
        if self.moments is not None:
            both = [self.named("table"), self.named("room")]
            self.moments[self.cursor[0]] = json.dumps(both, sort_keys=True, ensure_ascii=False)

    # --- what can be asked ---

    def named(self, part: str) -> Json:
        """`room`, `table` or `own` with names."""
        return self._read(part, getattr(self, part))

    def equals(self, snapshot: Json) -> bool:
        """Is this what the server would show now?"""
        if (snapshot["cursor"], snapshot["seat"]) != (self.cursor, self.seat):
            return False
        return all(self._read(part, snapshot[part]) == self.named(part) for part in ("room", "table", "own"))

    def _read(self, part: str, document: Json) -> Json:
        return None if document is None else self.reader.document(part, document)

    @property
    def settled(self) -> bool:
        """Nothing waits for a frame that has not come."""
        return not self._waiting

    def _patched(self, old: Json, patch: Json) -> Json:
        return patched(old, patch)


class NamedBelief(Belief):
    """The same from the JSON door, where everything has names."""

    def resumed(self, frames: list[Json]) -> None:
        self._waiting = []
        for frame in frames:
            self.take(frame["kind"], [frame])

    def take(self, name: str, values: list[Json]) -> None:
        body = values[0]
        if name == "frame":
            self.public(*(body[part] for part in ("pub", "tag", "events", "table", "room")))
        elif name == "own":
            self.private(*(body[part] for part in ("priv", "at", "tag", "events", "own")))
        elif name == "snapshot":
            self.shown(body)

    def _table_after(self, events: list[Json], patch: Json) -> Json:
        return self._patched(self.table, patch)

    def _read(self, part: str, document: Json) -> Json:
        return document

    def _patched(self, old: Json, patch: Json) -> Json:
        return patched_by_name(old, patch)
