"""Files for the browser: the client's own, and those of the games' packages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec
from aiohttp import web

from games.api import AnyGame
from games.texts import LANGUAGES, Unreadable, package_of, texts
from server.base.assets import stubs_in

from .compressed import compressed

# A name with a hash always means the same bytes: main-5QX2LMZ4.js, cards.1f0c9a2b.css.
_HASHED: Final = re.compile(r"[.-](?:(?=[A-Z]*\d)[A-Z0-9]{8}|(?=[a-f]*\d)[a-f0-9]{8,64})\.[a-z0-9]+$")
_FOREVER: Final = "public, max-age=31536000, immutable"
_ASK: Final = "no-cache"  # cache it, but ask whether it has changed
_FOLDERS: Final = frozenset({"client", "texts", "rules"})

_TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".map": "application/json",
    ".html": "text/html; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
}
"""The content types of the files that are served. Other files in these folders are not for browsers."""


class Files:
    """Serves the folder `static` and the public folders of games."""

    def __init__(self, static: Path, games: Mapping[str, AnyGame]) -> None:
        self.static = static.resolve()
        self._stubs = stubs_in(self.static)
        self._all = games
        self._games = {id_: _folder(game) for id_, game in games.items()}

    def add_to(self, app: web.Application) -> None:
        app.router.add_get("/static/{path:.+}", self.own)
        app.router.add_get("/games/{game}/{path:.+}", self.of_game)

    async def own(self, request: web.Request) -> web.StreamResponse:
        path = request.match_info["path"]
        if self._stubs is not None and (stub := _found(self._stubs, path)) is not None:
            return _served(stub)
        return _served(_found(self.static, path))

    async def of_game(self, request: web.Request) -> web.StreamResponse:
        folder, path = self._games.get(request.match_info["game"]), request.match_info["path"]
        if folder is None or path.partition("/")[0] not in _FOLDERS:
            raise web.HTTPNotFound
        language = path.removeprefix("texts/").removesuffix(".json")
        if path == f"texts/{language}.json" and language in LANGUAGES:
            return self._words(request, language)
        return _served(_found(folder, path))

    def _words(self, request: web.Request, language: str) -> web.Response:
        """The game's current texts. Texts missing in this language come from the other."""
        try:
            words = texts(self._all[request.match_info["game"]])[language]
        except Unreadable:
            raise web.HTTPNotFound from None
        return compressed(request, msgspec.json.encode(words), "application/json")

    def has_client(self, game: str) -> bool:
        """Does this game have its own table? If not, the generic one is used."""
        folder = self._games.get(game)
        return folder is not None and (folder / "client" / "view.js").is_file()

    def has_help(self, game: str) -> bool:
        """Does this game come with help, with or without a table of its own?"""
        folder = self._games.get(game)
        return folder is not None and any((folder / "client" / "help" / f"{one}.json").is_file() for one in LANGUAGES)

    def has_cover(self, game: str) -> bool:
        """Does this game have a picture for the home page?"""
        folder = self._games.get(game)
        return folder is not None and (folder / "client" / "cover.svg").is_file()


def _folder(game: AnyGame) -> Path:
    return Path(str(files(package_of(game)))).resolve()


def _found(root: Path, path: str) -> Path | None:
    """The file below `root`, if it is there and a browser may have it."""
    parts = path.split("/")
    if any(part in ("", ".", "..") or part.startswith(".") or "\\" in part or "\0" in part for part in parts):
        return None
    found = root.joinpath(*parts).resolve()
    return found if found.suffix in _TYPES and found.is_relative_to(root) and found.is_file() else None


def _served(found: Path | None) -> web.StreamResponse:
    """The file, or its brotli or gzip version if there is one and the browser accepts it."""
    if found is None:
        raise web.HTTPNotFound
    caching = _FOREVER if _HASHED.search(found.name) else _ASK
    return web.FileResponse(found, headers={"Cache-Control": caching, "Content-Type": _TYPES[found.suffix]})
