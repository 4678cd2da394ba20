"""Takes a message from either door and answers it. Every message gets an answer."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection
from typing import Any, Final, cast

from games.api import Refused
from server.base.metrics import Metrics
from server.protocol import decoding, messages
from server.rooms import player_commands
from server.rooms.open_rooms import OpenRooms
from server.rooms.pipeline import CommandRun, Pipeline
from server.rooms.player_commands import PlayerCommand
from server.store.types import Unavailable

from .client_socket import INTERNAL_ERROR, POLICY_VIOLATION, SERVICE_RESTART
from .connection import Answer, Connection
from .connection_state import ConnectionState
from .gate import rate_limits

log = logging.getLogger("paiju.door")

LEAVING: Final = "worker.leaving"
_FAILED: Final[Answer] = {"refused": {"code": "server.failed"}}
_SHOWING: Final = (player_commands.Enter, messages.Sync)
"""Messages whose answers bring a snapshot or missed frames: frames are held back until the answer."""
_CATCHING_UP: Final = ConnectionState.CATCHING_UP


class Request:
    """A message that has not been answered yet."""

    __slots__ = ("_began", "_requests", "message", "number", "person")

    def __init__(self, requests: Requests, person: Connection, number: int | None) -> None:
        self._requests = requests
        self.person = person
        self.number = number
        self.message: messages.PlayerMessage | None = None
        """None until it has been decoded."""
        self._began = time.perf_counter()
        person.socket.begin()

    def answered(self, result: Any, error: Exception | None) -> None:
        """Send the answer, together with the news that came while the message was handled."""
        person, requests = self.person, self._requests
        try:
            person.answer(self.number, {"ok": result} if error is None else requests.no(error))
            if person.state is _CATCHING_UP and isinstance(self.message, _SHOWING):
                person.release()
        except Exception:
            log.exception("an answer could not be given")
            person.socket.say_goodbye(INTERNAL_ERROR, "failed")
        finally:
            person.socket.answered()
            requests.metrics.answers.observe(time.perf_counter() - self._began)
        if requests.leaving:
            requests.send_away(person)


class Requests:
    """Charges for messages, decodes them, and passes them on to the room or to the door."""

    def __init__(
        self,
        rooms: OpenRooms,
        pipeline: Pipeline,
        metrics: Metrics,
        special: Collection[type],
        attend: Callable[[Request], None],
    ) -> None:
        self._open = rooms
        self._pipeline = pipeline
        self.metrics = metrics
        self._special = special
        self._attend = attend
        """Handles special messages in tasks; all other messages are commands for a room."""
        self.leaving = False
        """True if this worker is about to stop: then clients are sent away after their answer."""

    def received(self, person: Connection, kind: Any, body: Any, number: int | None) -> None:
        """Take a message; its socket is busy until the answer."""
        wait = person.socket.pay()
        if wait:
            self._too_many(person, number, wait)
            return
        request = Request(self, person, number)
        try:
            message = request.message = decoding.decode(kind, body)
        except Refused as refused:
            request.answered(None, refused)
            self._struck(person, refused)
            return
        person.strikes = 0
        if type(message) in self._special:
            self._attend(request)
        elif person.room is None:
            request.answered(None, Refused("room.not_entered"))
        else:
            opened = self._open.in_hand(person.room)
            command = cast(PlayerCommand, message)  # all others are special
            CommandRun(self._pipeline, opened, person.who, command, request.answered).start()

    def no(self, error: Exception) -> Answer:
        """The answer to an error: a refusal."""
        if isinstance(error, Refused):
            self.metrics.refused.labels(error.code).inc()
            return refusal(error)
        if isinstance(error, Unavailable):
            return refusal(Refused("store.busy"))
        log.error("a message could not be handled", exc_info=error)
        return _FAILED

    def send_away(self, person: Connection) -> None:
        """Send the client to another worker."""
        person.tell("gone", {"code": LEAVING})
        person.socket.say_goodbye(SERVICE_RESTART, LEAVING)

    def _too_many(self, person: Connection, number: int | None, wait: int) -> None:
        refused = Refused("rate.limited", retryAfter=max(wait, 0))
        person.answer(number, self.no(refused))
        if wait < 0:
            person.socket.say_goodbye(POLICY_VIOLATION, refused.code)

    def _struck(self, person: Connection, refused: Refused) -> None:
        person.strikes += 1
        if person.strikes >= rate_limits.STRIKES:
            person.socket.say_goodbye(POLICY_VIOLATION, refused.code)


def refusal(refused: Refused) -> Answer:
    """The refusal in the form of an answer."""
    return {"refused": {"code": refused.code, **refused.params}}
