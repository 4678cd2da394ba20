"""Galleries of the games' states. `paiju gallery` finds them in a separate process, because it plays for a while."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from typing import Final

import msgspec

from games.api import AnyGame, Json, Refused
from games.kit.gallery import Exhibit
from server.records.match_record import LogEntry
from server.rooms.document import PLAYING, Cold, Hot

from .played import Played
from .tables import People

GALLERY: Final = "gallery."
"""The prefix of its states' codes; no room's code has it."""
SECONDS: Final = 10


class Exhibits:
    """One gallery for each game, until its rules change."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._folder = tempfile.TemporaryDirectory(prefix="paiju-gallery-", ignore_cleanup_errors=True)
        self._seeking: dict[str, Process] = {}

    async def listed(self, game: str) -> Json:
        """The states found so far. The first request starts the search."""
        seeking = self._seeking.get(game)
        if seeking is None:
            words = ("-B", "-m", "server", "gallery", game, "--seconds", str(SECONDS), "--write", str(self._file(game)))
            seeking = await asyncio.create_subprocess_exec(sys.executable, *words, stderr=PIPE)
            self._seeking.setdefault(game, seeking)
        ended = seeking.returncode is not None
        said = ""
        if seeking.returncode and seeking.stderr is not None:
            said = (await seeking.stderr.read()).decode(errors="replace").strip()
        found = [
            {"code": f"{GALLERY}{game}.{number}", "phase": one.phase, "what": one.what, "seat": one.seat}
            for number, one in enumerate(self._found(game))
        ]
        return {"exhibits": found, "ended": ended, "said": said}

    def game_of(self, code: str) -> str:
        return code.removeprefix(GALLERY).rpartition(".")[0]

    def played(self, code: str, game: AnyGame) -> Played:
        """The state, as a match of one step."""
        found, number = self._found(game.id), int(code.rpartition(".")[2])
        if number >= len(found):
            raise Refused("fork.step")
        one = found[number]
        seats = tuple(self._people.doc(seat) for seat in range(one.players))
        cold = Cold(
            code="", game=game.id, version=game.version, preset=one.preset, options=one.options, host="", seats=seats,
            phase=PLAYING, matches=1, fork=code,
        )  # fmt: skip
        hot = Hot(secret=one.secret, step=one.number - 1, state=one.before, now=one.now)
        return Played(cold, hot, [LogEntry(one.actor, one.action, one.now)])

    async def forget(self, game: str) -> None:
        """Its rules have changed."""
        seeking = self._seeking.pop(game, None)
        if seeking is not None and seeking.returncode is None:
            seeking.kill()
            await seeking.wait()
        self._file(game).unlink(missing_ok=True)

    async def close(self) -> None:
        for game in list(self._seeking):
            await self.forget(game)
        self._folder.cleanup()

    def _file(self, game: str) -> Path:
        return Path(self._folder.name) / f"{game}.gallery"

    def _found(self, game: str) -> list[Exhibit]:
        try:
            return msgspec.msgpack.decode(self._file(game).read_bytes(), type=list[Exhibit])
        except FileNotFoundError:
            return []
