"""The path of a command: find → decide → commit → tell → answer.

A `CommandRun` carries one command along it, by plain calls as long as it need not wait. If it must wait (another
command is running; the room is not in memory, or older than what people have been shown; the store has not answered),
the run stops where it is and is called again later.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from games.api import AnyGame, Json, Refused
from games.chance import Chance
from server.base.metrics import Metrics
from server.store.commits import Commit
from server.store.entries import Entry
from server.store.store import Store
from server.store.types import Conflict, Document, Drift, OldWorker, Unavailable

from . import frames, player_commands, wake_times
from .background import Background
from .command_log import WITH_SECRETS, holders_changed, masked
from .decide import Command, decide
from .decision import Decision, Who
from .document import encode
from .frames import Shown
from .game_failures import FAILED
from .guard import guard
from .open_rooms import OpenRoom
from .replay import turn_of
from .room import Room

log = logging.getLogger("paiju.rooms")

WAITING: Final = 32
"""The most commands that may be running or waiting in one room."""
ATTEMPTS: Final = 8
UNKNOWN_FOR_S: Final = 5.0
"""How long to keep resending a commit whose fate is unknown."""
AGAIN_S: Final = 0.1
CODE_EVERY: Final = 600_000
"""How often a room in use renews its code, in ms."""
_tag: Final = random.Random().getrandbits  # only tells histories apart; not a secret
_pack: Final = msgspec.msgpack.Encoder().encode

Answered = Callable[[Json, Exception | None], None]
"""Gets the answer, or the reason why there is none."""
Judge = Callable[[Room, Who, Any, int, Chance], tuple[Decision, Json]]


class Pipeline:
    """What all runs of a worker share."""

    __slots__ = ("background", "chance", "games", "metrics", "store")

    def __init__(
        self, store: Store, games: Mapping[str, AnyGame], metrics: Metrics, chance: Chance, background: Background
    ) -> None:
        self.store = store
        self.games = games
        self.metrics = metrics
        self.chance = chance
        """The source of the matches' secrets."""
        self.background = background

    def is_behind(self, opened: OpenRoom) -> bool:
        """Is the room not loaded, or older than what people here have been shown?"""
        feed = self.store.feeds.get(opened.id)
        return opened.room is None or (feed is not None and feed.version > opened.version)


class CommandRun:
    """One command on its way through one room. Its methods are the stages, in order."""

    __slots__ = (
        "_answered", "_attempts", "_before", "_commit", "_deadline", "_decided", "_heard_at", "_judge", "_judging",
        "_refused", "_reply", "_seen", "_sent_at", "_shared", "_unknown", "command", "opened", "who",
    )  # fmt: skip
    # Set by one stage for the next ones: the decision, the views after it, and what is sent to the store.
    _decided: Decision
    _seen: Shown
    _commit: Commit

    def __init__(
        self,
        shared: Pipeline,
        opened: OpenRoom,
        who: Who,
        command: Command | player_commands.Create | None,
        answered: Answered,
        judge: Judge = decide,
    ) -> None:
        self._shared = shared
        self.opened = opened
        self.who = who
        self.command = command
        """None: only look. The answer is the room, its views, its version and that version's tag."""
        self._answered: Answered | None = answered
        self._judge = judge
        self._attempts = 0
        self._before: Room | None = None
        """The room before the decision; then the decision's result, a refusal or an answer."""
        self._refused: Refused | None = None
        self._reply: Json = None
        self._judging = 0.0
        """Seconds that its decisions have taken."""
        self._sent_at = self._heard_at = 0.0
        """When its first commit was sent, and when the store gave its last word on it."""
        self._unknown = False
        """The commit was sent, but nobody knows whether it was kept."""
        self._deadline = 0.0

    def start(self) -> None:
        """Queue up behind earlier runs, and start."""
        opened = self.opened
        if self.command is not None:
            if opened.commands >= WAITING:
                self._turned_away("room.busy")
                return
            opened.commands += 1
        if opened.running is None:
            opened.running = self
            self.find()
        else:
            opened.waiting.append(self)

    # --- find ---

    def find(self) -> None:
        """The room in memory must not be older than what people here have been shown."""
        opened, shared = self.opened, self._shared
        try:
            if self.command is None or shared.is_behind(opened):
                shared.background.load(opened.id, self.loaded)
            else:
                self.decide()
        except Exception as error:
            self._failed(error)

    def loaded(self, found: Document | Exception | None) -> None:
        """Take the store's room, or the reason why there is none."""
        opened = self.opened
        try:
            if isinstance(found, Exception):
                self.answer(None, found)
                return
            same = found is not None and opened.is_at(found)
            if not same:
                opened.take(found, self._shared.games)
            if self.command is None:
                self.answer((opened.room, opened.seen, opened.version, opened.tag), None)
            elif same and opened.room is self._before:
                self.answer(self._reply, self._refused)  # nobody else has moved, so the decision stands
            else:
                self.decide()
        except Exception as error:
            self._failed(error)

    # --- decide ---

    def decide(self) -> None:
        """Let the room decide on the command."""
        shared, opened = self._shared, self.opened
        room, seen = opened.room, opened.seen
        assert room is not None
        assert seen is not None
        self._attempts += 1
        if self._attempts > ATTEMPTS:
            self.answer(None, Refused("room.busy"))
            return
        self._before, self._refused, self._reply = room, None, None
        told: frames.Parts | None = None
        tag = _tag(32)
        try:
            guard.game = room.game.id
            with guard:
                began = time.perf_counter()
                try:
                    d, self._reply = self._judge(room, self.who, self.command, shared.store.now(), shared.chance)
                finally:
                    self._judging += time.perf_counter() - began
                if d.room is not room or d.told:
                    told, self._seen = frames.written(room, seen, d, tag, anew=opened.brought_up)
                    self._decided = d
        except Refused as refused:
            self._refused = refused.with_traceback(None)  # its traceback would keep every frame that led here alive
            if refused.code == FAILED:
                shared.background.game_failed(room, self.who, self.command)
        if told is not None:
            self.commit(told, tag)
        elif opened.version:
            # Another worker may have moved. A commit would find out; without one, ask the store.
            shared.background.load(opened.id, self.loaded)
        else:
            self.answer(self._reply, self._refused)  # the room is only just being created: nobody else knows it

    # --- commit ---

    def commit(self, told: frames.Parts, tag: int) -> None:
        """Have the store keep the decision, with all that it tells."""
        opened, d, command = self.opened, self._decided, self.command
        after = d.room
        public, private, people = told
        given = masked(command) if type(command) in WITH_SECRETS else command
        changed = () if after.cold is d.before.cold else holders_changed(d.before, after)
        wake, kept_for = wake_times.next_wake(after), wake_times.lifetime(after)
        self._commit = Commit(
            after.id,
            opened.incarnation,
            opened.version,
            encode(after.hot),
            None if after.cold is d.before.cold and not opened.brought_up else encode(after.cold),
            Entry(opened.version + 1, tag, public, private, people),
            _pack([self.who.player, given, d.platform, d.steps, changed]),
            d.platform,
            wake,
            kept_for,
            None if after.cold.phase == d.before.cold.phase else turn_of(after, opened.version + 1),
        )
        self._sent_at = self._sent_at or time.perf_counter()
        self._unknown = False
        self._shared.store.send(self._commit, self.tell, self.not_kept)

    def _commit_again(self) -> None:
        """Send the commit again: its fate is unknown, and it cannot happen twice."""
        if self._answered is not None:
            self._shared.store.send(self._commit, self.tell, self.not_kept)

    def not_kept(self, outcome: Exception) -> None:
        """The commit is not kept, or the store does not say."""
        shared = self._shared
        try:
            if isinstance(outcome, Unavailable):
                self._without_answer(outcome)
                return
            self._heard_at = time.perf_counter()
            if isinstance(outcome, Conflict) and self.opened.version:
                shared.metrics.conflicts.inc()
                self.opened.take(outcome.document, shared.games)
                self.decide()
            elif isinstance(outcome, Drift):
                self.decide()
            elif isinstance(outcome, OldWorker):
                self.answer(None, Refused("worker.leaving"))
            else:
                self.answer(None, outcome)
        except Exception as error:
            self._failed(error)

    def _without_answer(self, unavailable: Unavailable) -> None:
        now = time.monotonic()
        if not self._unknown:
            self._deadline = now + UNKNOWN_FOR_S
        # Once unknown, always unknown: whatever happens to later attempts, the first may have been kept.
        self._unknown = self._unknown or unavailable.unknown
        if self._unknown and now < self._deadline:
            asyncio.get_running_loop().call_later(AGAIN_S, self._commit_again)
            return
        self._heard_at = time.perf_counter()
        self.opened.room = None  # nobody knows whether it happened: look again before the next decision
        self.answer(None, Refused("store.unknown" if self._unknown else "store.busy"))

    # --- tell ---

    def tell(self) -> None:
        """The commit is kept: update the room in memory, tell those who are connected here, and answer."""
        self._heard_at = time.perf_counter()
        shared, opened, commit, d = self._shared, self.opened, self._commit, self._decided
        try:
            room = opened.room = d.room
            opened.seen, opened.version, opened.tag = self._seen, commit.entry.version, commit.entry.tag
            opened.brought_up = False
            if (feed := shared.store.feeds.get(opened.id)) is not None:
                feed.own(commit.entry)
            if room.cold.phase != d.before.cold.phase:
                shared.background.phase_changed(room)
            kept_at, kept_for = opened.code_kept
            if kept_for != commit.ttl_ms or d.platform - kept_at > CODE_EVERY:
                opened.code_kept = (d.platform, commit.ttl_ms)
                shared.background.keep_code(opened, commit.ttl_ms)
            if d.outcome is not None:
                shared.background.match_ended(room, d.outcome)
            self.answer(self._reply, None)
        except Exception as error:
            self._failed(error)

    # --- answer ---

    def answer(self, reply: Json, error: Exception | None) -> None:
        """Answer and end; the next run begins."""
        opened = self.opened
        answered, self._answered = self._answered, None
        if answered is None:
            return  # given up in the meantime
        try:
            answered(reply, error)
        finally:
            # Its times are recorded only now, when nobody is waiting any more.
            metrics = self._shared.metrics
            if self._attempts:
                metrics.decisions.observe(self._judging)
            if self._heard_at:
                metrics.commits.observe(self._heard_at - self._sent_at)
            if self.command is not None:
                opened.commands -= 1
            opened.running = None
            if opened.waiting:
                opened.running = following = opened.waiting.pop(0)
                following.find()

    def give_up(self) -> None:
        """Nobody is waiting for the answer any more. A run that has begun goes on; any other will never begin."""
        if self in self.opened.waiting:
            self.opened.waiting.remove(self)
            self._answered = None
            if self.command is not None:
                self.opened.commands -= 1

    def stop(self) -> None:
        """This worker is stopping: nobody here will know what happens to the command."""
        self._turned_away("store.unknown")

    def _turned_away(self, code: str) -> None:
        """Refuse a run that is not, or no longer, in the queue."""
        answered, self._answered = self._answered, None
        if answered is not None:
            answered(None, Refused(code))

    def _failed(self, error: Exception) -> None:
        if self._answered is None:
            log.error("what followed an answer failed", exc_info=error)
        else:
            self.answer(None, error)
