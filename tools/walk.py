"""`python -m tools.walk` prints the calls to our own functions that a worker makes for one move (docs/a-move.md).

The worker is `paiju serve` from the sources. Four official Socket.IO clients play UNO there, and the worker notes its
calls during each move. The printed move is the one with the median number of calls, because a few moves contain calls
for other work.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from server.__main__ import main as paiju
from tests.architecture.a_move import Calls, Profile
from tests.architecture.tree import ROOT
from tests.support.doors import Official
from tests.support.playing import over, sit_down, uno
from tests.support.served import Served, serve
from tests.support.stores import until

MOVES = 40
NAMES = ("Ann", "Ben", "Cem", "Dan")
NO_WAITING = {"roundBreakSeconds": 0, "turnGapMs": 0, "fillBots": False}
NOTES = "PAIJU_WALK_NOTES"
"""The variable with the path of a file, to which the worker writes a line at each signal: "listening", or its calls."""


def noting_worker(words: Sequence[str]) -> int:
    """Run `paiju` with those words. Signals alternately start and stop noting its calls."""
    notes, profile = Path(os.environ.pop(NOTES)), None

    def toggle() -> None:
        nonlocal profile
        sys.setprofile(None)
        line = "listening" if profile is None else json.dumps(profile.of_a_move.made)
        profile = Profile() if profile is None else None
        with notes.open("a") as file:
            file.write(f"{line}\n")
        sys.setprofile(profile)

    # A signal may interrupt a callback, but a move consists of whole callbacks: so toggle between two of them.
    signal.signal(signal.SIGUSR1, lambda *_: asyncio.get_running_loop().call_soon_threadsafe(toggle))
    return paiju(words)


class Walk:
    """Four people at a table of a worker that notes its calls."""

    def __init__(self, server: Served, notes: Path, seed: int) -> None:
        self._server = server
        self._notes = notes
        self._said = 0
        rng = random.Random(seed)
        self.players = [Official(name, [server.url], random.Random(rng.random())) for name in NAMES]

    async def begin(self) -> None:
        await sit_down(self.players, "uno", options=NO_WAITING)
        await self.players[0].ask("start")
        for player in self.players:
            await player.until(partial(_shown, player))

    async def move(self) -> Calls | None:
        """Let a player who may act do so; returns the worker's calls, or None if the action was refused."""
        for player in self.players:
            action = uno(player)
            if action is None:
                continue
            seen = [one.belief.frames for one in self.players]
            await self._signal()
            answer = await player.act(action)
            if "refused" not in answer:
                for one, frames in zip(self.players, seen, strict=True):
                    await one.until(partial(_told_more, one, frames))
            called = json.loads(await self._signal())
            return None if "refused" in answer else Calls([(file, function) for file, function in called])
        raise AssertionError("nobody may act")

    async def _signal(self) -> str:
        """Signal the worker; returns the line that it writes."""
        assert self._server.process is not None
        self._server.process.send_signal(signal.SIGUSR1)
        self._said += 1
        await until(lambda: self._notes.exists() and self._notes.read_text().count("\n") >= self._said)
        return self._notes.read_text().splitlines()[-1]

    async def close(self) -> None:
        for player in self.players:
            await player.close()


def _shown(player: Official) -> bool:
    return player.belief.table is not None


def _told_more(player: Official, frames: int) -> bool:
    return player.belief.frames > frames


async def walked(folder: Path, moves: int = MOVES, seed: int = 7) -> Calls:
    """The calls of the median one of this many moves."""
    notes = folder / "notes"
    env = {"PYTHONPATH": str(ROOT), NOTES: str(notes)}
    with serve(folder, program=(sys.executable, "-m", "tools.walk", "serve"), env=env) as server:
        walk = Walk(server, notes, seed)
        await walk.begin()
        found: list[Calls] = []
        while len(found) < moves and not over(walk.players[0]):
            if (calls := await walk.move()) is not None:
                found.append(calls)
        await walk.close()
        assert not server.errors()
    return sorted(found, key=lambda calls: len(calls.made))[len(found) // 2]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        calls = asyncio.run(walked(Path(folder)))
    way = "".join(f"{file} {function}\n" for file, function in calls.made)
    sys.stdout.write(f"{way}{len(calls.made)} calls, {len(calls.files)} files, {calls.changes} changes of package\n")


if __name__ == "__main__":
    if NOTES in os.environ:
        sys.exit(noting_worker(sys.argv[1:]))
    main()
