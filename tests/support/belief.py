"""What a client knows of its room: snapshots and frames, applied strictly as docs/protocol.md says."""

from __future__ import annotations

import json
from typing import Any

from server.protocol.apply_patch import patched
from server.protocol.named_form import NamedReader

Json = Any


class Hole(AssertionError):
    """A frame was missing, came twice, or came in the wrong order."""


class Belief:
    """Documents with names, which positional frames are read into through the schema that the server sent."""

    def __init__(self) -> None:
        self.cursor: list[int] = []
        """Empty while nothing is known."""
        self.room: Json = None
        self.table: Json = None
        self.own: Json = None
        self.seat: int | None = None
        self.reader: NamedReader | None = None
        self.frames = 0
        self.moments: dict[int, str] | None = None
        """When kept: what everybody saw after each public frame, to be held against what others saw."""
        self._waiting: list[tuple[int, int, int, Json]] = []

    # --- what is told ---

    def shown(self, snapshot: Json) -> None:
        """The whole: it replaces everything."""
        if "schema" in snapshot:
            self.reader = NamedReader(snapshot["schema"])
        self.room, self.table, self.own = (self._read(part, snapshot[part]) for part in ("room", "table", "own"))
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
        if not self.cursor or pub != self.cursor[0] + 1:
            raise Hole(f"public frame {pub} after {self.cursor}")
        self.cursor = [pub, self.cursor[1], tag]
        self.table = patched(self.table, self._table_patch(events, table))
        self.room = patched(self.room, self._patch("room", room))
        while self._waiting and self._waiting[0][0] <= pub:
            self._apply(*self._waiting.pop(0)[1:])
        self.frames += 1
        self._keep()

    def _table_patch(self, events: list[Json], patch: Json) -> Json:
        """Events say some of it by themselves (docs/protocol.md)."""
        return self._reader().table_patch(events, patch)

    def _patch(self, part: str, patch: Json) -> Json:
        reader = self._reader()
        return reader.patch(reader.part(part), patch)

    def private(self, priv: int, at: int, tag: int, events: list[Json], own: Json) -> None:
        if not self.cursor or priv != self.cursor[1] + len(self._waiting) + 1:
            raise Hole(f"private frame {priv} after {self.cursor}")
        if at > self.cursor[0]:
            self._waiting.append((at, priv, tag, own))
        else:
            self._apply(priv, tag, own)

    def _apply(self, priv: int, tag: int, own: Json) -> None:
        self.cursor = [self.cursor[0], priv, tag]
        self.own = patched(self.own, self._patch("own", own))

    def _keep(self) -> None:
        if self.moments is not None:
            both = [self.named("table"), self.named("room")]
            self.moments[self.cursor[0]] = json.dumps(both, sort_keys=True, ensure_ascii=False)

    # --- what can be asked ---

    def named(self, part: str) -> Json:
        """`room`, `table` or `own` with names."""
        return getattr(self, part)

    def equals(self, snapshot: Json) -> bool:
        """Is this what the server would show now? (A change that nobody is told of leaves another tag.)"""
        if (snapshot["cursor"][:2], snapshot["seat"]) != (self.cursor[:2], self.seat):
            return False
        return all(self._read(part, snapshot[part]) == self.named(part) for part in ("room", "table", "own"))

    def _read(self, part: str, document: Json) -> Json:
        return None if document is None else self._reader().document(part, document)

    def _reader(self) -> NamedReader:
        assert self.reader is not None, "no snapshot has brought a schema"
        return self.reader

    @property
    def settled(self) -> bool:
        """Nothing waits for a frame that has not come."""
        return not self._waiting


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

    def _table_patch(self, events: list[Json], patch: Json) -> Json:
        return patch

    def _patch(self, part: str, patch: Json) -> Json:
        return patch

    def _read(self, part: str, document: Json) -> Json:
        return document
