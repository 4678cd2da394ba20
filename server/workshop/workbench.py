"""The extra door of `paiju dev`: it applies saved files, and tells the pages.

Matches are replayed from their logs under the current rules (`taking_over.py`): the same table and the same hands. The
door opens only on a loopback address, and never in `paiju serve`.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
from contextlib import suppress
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from secrets import token_hex
from typing import Final

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler

from games.api import AnyGame, Refused
from games.catalog import CatalogError
from server.doors.face import Doors, SettingsError, Tasks

from .mistakes import Mistakes
from .pages import AuthorsPages, answering
from .reel import OURS
from .reloading import places_of, reloaded
from .saved_files import SavedFiles
from .taking_over import Moved, read_again, taken_over

log = logging.getLogger("paiju.workshop")

LOOK_S: Final = 0.1
SETTLE_S: Final = 0.05
"""Editors save several files at once, and some files in several steps."""
BEAT_S: Final = 5.0
WORKER: Final = "/sw.js"
FIRST: Final = b'<script src="/workshop/page/seat.js"></script>'
"""Inserted before the client's own scripts: in each frame, the page has its own identity."""
SCRIPT: Final = b'<script type="module" src="/workshop/page/reload.js"></script>'
ROOMS: Final = "/r/"
PAGES: Final = (ROOMS, "/m/")
RECORDS: Final = f"/api/v1/matches/{OURS}"


async def open_workbench(doors: Doors) -> None:
    """Raises SettingsError if others could come in."""
    if not ip_address(doors.settings.host).is_loopback:
        raise SettingsError(f"the workshop listens on a loopback address only, not on {doors.settings.host}")
    Workbench(doors).add_to(doors.app)


class Workbench:
    """Watches the files of all games offered here."""

    def __init__(self, doors: Doors) -> None:
        self._rooms = doors.rooms
        self._files = {name: _Watched(game) for name, game in doors.rooms.games.items()}
        self._author = AuthorsPages(doors)
        self._pages: set[asyncio.Queue[bytes]] = set()
        self._tasks = Tasks()
        self._life = token_hex(8)
        """Lets a page notice that this program has been restarted."""
        self._wrong = b""
        """The faults in the current files."""
        self._said = b""
        """The differences when the files were applied."""
        self._mistakes = Mistakes(doors.rooms.games, lambda sentence: self._tell(_event("wrong", sentence)))

    def add_to(self, app: web.Application) -> None:
        app.router.add_get("/workshop/changes", self.changes)
        self._author.add_to(app)
        app.middlewares.append(self._around)
        app.on_response_prepare.append(_framed)
        app.on_shutdown.append(self._close)
        self._mistakes.listen()
        self._tasks.keep(self._watch, "the workshop's watch")

    async def changes(self, request: web.Request) -> web.StreamResponse:
        """Tells a page of every change, as server-sent events."""
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        await response.prepare(request)
        told: asyncio.Queue[bytes] = asyncio.Queue()
        self._pages.add(told)
        try:
            raised = b"".join(_event("wrong", sentence) for sentence in self._mistakes.known)
            await response.write(b"retry: 200\n\n" + _event("life", self._life) + self._wrong + self._said + raised)
            while event := await self._next(told):
                await response.write(event)
        except ConnectionResetError:
            pass  # the page has gone
        finally:
            self._pages.discard(told)
        return response

    async def _next(self, told: asyncio.Queue[bytes]) -> bytes:
        """The next event, or a comment that reveals whether the page has gone; empty at the end."""
        try:
            async with asyncio.timeout(BEAT_S):
                return await told.get()
        except TimeoutError:
            return b":\n\n"

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            for name, watched in self._files.items():
                if saved := watched.saved():
                    await asyncio.sleep(SETTLE_S)
                    await self._take(name, saved | watched.saved())

    async def _take(self, name: str, saved: set[Path]) -> None:
        """Continue with the current files."""
        games = self._rooms.games
        assert isinstance(games, dict)
        if any(file.suffix == ".py" for file in saved):
            try:
                games[name] = reloaded(games[name])
            except CatalogError as problem:
                log.error("%s", problem)
                self._wrong = _event("wrong", str(problem))
                self._tell(self._wrong)
                return
            await self._author.exhibits.forget(name)
            self._mistakes.rest()  # those sentences already report these exceptions
            said = await taken_over(self._rooms, games[name])
            self._mistakes.known.clear()
            self._mistakes.listen()
            for sentence in said:
                log.warning("%s", sentence)
            self._said = b"".join(_event("said", sentence) for sentence in said)
        self._wrong = b""
        log.info("taken over: %s", ", ".join(sorted(file.name for file in saved)))
        self._tell(_event("changed", name) + self._said)

    async def _read_again(self, code: str) -> None:
        """The rules may have changed since the room was stored, while this program did not run."""
        with suppress(Refused, Moved):
            for sentence in await read_again(self._rooms, code):
                log.warning("%s", sentence)
                self._said += _event("said", sentence)

    def _tell(self, event: bytes) -> None:
        for told in self._pages:
            told.put_nowait(event)

    async def _close(self, _: web.Application) -> None:
        self._tell(b"")
        self._mistakes.rest()
        await self._tasks.close()
        await self._author.exhibits.close()

    @web.middleware
    async def _around(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Serves our records, and the client's page with our scripts."""
        path = request.path
        if path.startswith(RECORDS):
            return await answering(partial(self._author.record, path.rpartition("/")[2]))(request)
        if path == WORKER:
            return web.Response(content_type="text/javascript")  # the release's would keep pages without our scripts
        if path.startswith(ROOMS):
            await self._read_again(path.removeprefix(ROOMS))
        response = await handler(request)
        if path != "/" and not path.startswith(PAGES):
            return response
        if not isinstance(response, web.Response) or not isinstance(response.body, bytes):
            return response
        zipped = response.headers.pop("Content-Encoding", "") == "gzip"
        page = gzip.decompress(response.body) if zipped else response.body
        response.body = page.replace(b"<head>", b"<head>" + FIRST, 1).replace(b"</head>", SCRIPT + b"</head>", 1)
        response.headers.pop("ETag", None)
        response.headers["Cache-Control"] = "no-store"
        response.headers["Content-Security-Policy"] = response.headers["Content-Security-Policy"].replace(
            "frame-ancestors 'none'", "frame-ancestors 'self'"
        )
        return response


async def _framed(_: web.Request, response: web.StreamResponse) -> None:
    """Our page may show the client's page in frames; no other page may."""
    if "frame-ancestors 'self'" in response.headers.get("Content-Security-Policy", ""):
        response.headers.pop("X-Frame-Options", None)


class _Watched:
    """One game's places, and their files at the last look."""

    def __init__(self, game: AnyGame) -> None:
        self._places = [SavedFiles(place) for place in places_of(game)]

    def saved(self) -> set[Path]:
        return set().union(*(place.since() for place in self._places))


def _event(kind: str, data: str) -> bytes:
    return f"event: {kind}\ndata: {msgspec.json.encode(data).decode()}\n\n".encode()
