"""`--exec NAME=COMMAND`: a program plays a seat. It reads views and writes actions as JSON lines (docs/bots.md).

It cannot hold up the match: if it dies, hangs or writes something that is not an action, it has lost, and another
player takes over its seat.
"""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
import time
from contextlib import suppress
from typing import Any, Final

import msgspec

from games.api import AnyGame, Json, Plan, Seat
from games.chance import Chance
from games.kit.arena.players import Fault, Maker, Seen
from games.views import named, named_event

MOST_BYTES: Final = 1 << 16
"""The most bytes of one answer."""
ANSWER_S: Final = 5.0
MOST_FAULTS: Final = 3
"""After this many faults in a row, the program is not started again, and loses the remaining matches."""
_LINE: Final = b"\n"
_started: Final[list[Program]] = []


class Program:
    """One running program. It is kept for the next match, and restarted after a fault."""

    def __init__(self, command: str) -> None:
        self._command = shlex.split(command)
        self._process: subprocess.Popen[bytes] | None = None
        self._read = b""
        self._faults = 0
        _started.append(self)

    def say(self, line: Json) -> None:
        """Send it a line that needs no answer."""
        self._write(msgspec.json.encode(line) + _LINE)

    def ask(self, line: Json) -> Json:
        """Send it a line, and wait for its answer."""
        self.say(line)
        answer = self._line()
        try:
            decoded = msgspec.json.decode(answer)
        except msgspec.DecodeError:
            raise self.failed(f"said what is not JSON: {answer[:60]!r}") from None
        if not isinstance(decoded, dict):
            raise self.failed(f"said what is no object: {answer[:60]!r}")
        self._faults = 0
        return decoded

    def failed(self, how: str) -> Fault:
        """Count a fault and end the program, so that the next line restarts it."""
        self._faults += 1
        self.close()
        return Fault(f"the program {how}")

    def close(self) -> None:
        """End the program and all processes that it has started."""
        process, self._process, self._read = self._process, None, b""
        if process is not None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            if self._faults >= MOST_FAULTS:
                raise Fault(f"the program has failed {MOST_FAULTS} times in a row")
            try:
                self._process = subprocess.Popen(  # noqa: S603 - the user asked for this program
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
            except OSError as error:
                raise self.failed(f"cannot be started: {error}") from None
            for pipe in (self._process.stdin, self._process.stdout):
                assert pipe is not None
                os.set_blocking(pipe.fileno(), False)
        return self._process

    def _write(self, line: bytes) -> None:
        process, until = self._running(), time.monotonic() + ANSWER_S
        assert process.stdin is not None
        while line:
            self._wait_for(process.stdin, selectors.EVENT_WRITE, until)
            try:
                line = line[os.write(process.stdin.fileno(), line) :]
            except BlockingIOError:
                continue
            except OSError:
                raise self.failed("has ended") from None

    def _line(self) -> bytes:
        process, until = self._running(), time.monotonic() + ANSWER_S
        assert process.stdout is not None
        while _LINE not in self._read:
            if len(self._read) > MOST_BYTES:
                raise self.failed(f"said more than {MOST_BYTES} bytes")
            self._wait_for(process.stdout, selectors.EVENT_READ, until)
            try:
                chunk = os.read(process.stdout.fileno(), MOST_BYTES)
            except BlockingIOError:
                continue
            if not chunk:
                raise self.failed("has ended")
            self._read += chunk
        line, _, self._read = self._read.partition(_LINE)
        if len(line) > MOST_BYTES:
            raise self.failed(f"said more than {MOST_BYTES} bytes")
        return line

    def _wait_for(self, pipe: Any, event: int, until: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            if not selector.select(max(0.0, until - time.monotonic())):
                raise self.failed(f"did not answer within {ANSWER_S:g} s")


def close_programs() -> None:
    """End all programs, after the last match."""
    while _started:
        _started.pop().close()


class ProgramPlayer:
    """A program in a seat. It gets the seat's views with names, as over the JSON door."""

    outside = True

    def __init__(self, game: AnyGame, seat: Seat, program: Program) -> None:
        self._game, self._seat, self._program, self._told = game, seat, program, False

    def plan(self, seen: Seen) -> Plan[Any]:
        if not self._told:
            self._told = True
            self._program.say({"type": "match", "game": self._game.id, "seat": self._seat})
        answer = self._program.ask(
            {
                "type": "decide",
                "table": named(seen.table, self._game.Table, dict(self._game.names)),
                "own": named(seen.own, self._game.Own, dict(self._game.names)),
                "events": [named_event(event, dict(self._game.names)) for event in seen.events],
            }
        )
        action = answer.get("action")
        if action is None:
            return Plan(None)
        try:
            return Plan(msgspec.convert(action, self._game.Action, strict=True))
        except msgspec.ValidationError as error:
            raise self._program.failed(f"said what is no action: {error}") from None


def program_maker(command: str) -> Maker:
    """Makes players of that program, with a process for each seat."""
    running: dict[Seat, Program] = {}

    def make(game: AnyGame, seat: Seat, _: Chance) -> ProgramPlayer:
        if seat not in running:
            running[seat] = Program(command)
        return ProgramPlayer(game, seat, running[seat])

    return make
