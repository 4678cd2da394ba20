"""The client's one page, at `/`, `/r/<code>`, `/m/<record>` and `/me`.

It has a link preview for messengers, and a strict policy.
"""

from __future__ import annotations

import html
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import msgspec
from aiohttp import web

from games.api import Refused
from server.base.assets import UNBUILT, early_in, is_built, page_in
from server.store.types import Unavailable

from .compressed import compressed

Json = Any
Preview = Callable[[web.Request], Awaitable[dict[str, Json]]]
Title = Callable[[str], str]
Record = Callable[[web.Request], Awaitable[tuple[bytes, bytes]]]
"""The public half of the requested record, as JSON, plain and compressed."""

_POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self' blob:; img-src 'self' data: blob:; "
    "connect-src 'self' ws://{host} wss://{host}; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html paiju"
)
_PLAIN: Final = ("/m", "/me")
_NO_PAGES: Final = ("/api/", "/static/", "/games/", "/ws")
_NAME: Final = "Paiju 牌局"
_ABOUT: Final = "UNO、山东升级等牌局，打开网页就能玩。Card games with friends, right in the browser."

_PICTURE: Final = "/static/icon-512.png"

_MOST_WITHIN: Final = 10_000
"""The largest compressed record, in bytes, that its page includes: moves wait while the page is compressed."""

NOWHERE: Final = "nowhere"
"""The route of every path that does not exist."""


class _OfGame(msgspec.Struct):
    """The part of a record that the page needs."""

    game: str


class ClientPage:
    """Reads the page from the client's folder, and inserts the content of link previews."""

    def __init__(self, static: Path, preview: Preview, title: Title, record: Record) -> None:
        self._static = static
        self._file = page_in(static)
        self._preview = preview
        self._title = title
        self._record = record
        self._early = early_in(static)

    def add_to(self, app: web.Application) -> None:
        app.router.add_get("/", self.home)
        app.router.add_get("/r/{code}", self.room)
        app.router.add_get("/m/{record}", self.record)
        for path in _PLAIN:
            app.router.add_get(path, self.home)
        app.router.add_get("/sw.js", self.worker)
        app.router.add_get("/{path:.*}", self.nowhere, name=NOWHERE)

    async def home(self, request: web.Request) -> web.StreamResponse:
        return self._page(request, _NAME, _ABOUT)

    async def room(self, request: web.Request) -> web.StreamResponse:
        title, about = _NAME, _ABOUT
        try:
            shown = await self._preview(request)
        except (Refused, Unavailable):
            # The page looks the same for an unknown code and for too many guesses.
            shown = {}
        if "people" in shown:
            title = " · ".join(filter(None, (self._title(shown["game"]), shown["host"])))
            about = f"{_full(shown)} · {_NAME}"
        return self._page(request, title, about)

    async def record(self, request: web.Request) -> web.StreamResponse:
        """The page of a match, with everything its first picture needs, so that the browser loads it all in parallel.

        It has no link preview, which would give away the result.
        """
        try:
            body, zipped = await self._record(request)
        except (Refused, Unavailable):
            body, zipped = b"", b""  # the page will ask again, and say why it failed
        languages = request.headers.get("Accept-Language", "")
        language = "zh-CN" if languages.lower().startswith("zh") else "en-US"
        game = msgspec.json.decode(body, type=_OfGame).game if body else ""
        files = [
            file for name in ("record", language, game, f"{game}/{language}") for file in self._early.get(name, ())
        ]
        within = body if 0 < len(zipped) <= _MOST_WITHIN else b""
        return self._page(request, _NAME, _ABOUT, "".join(map(_early_link, files)), within)

    async def nowhere(self, request: web.Request) -> web.StreamResponse:
        """The answer at paths that do not exist: the page for people, which explains it; a plain 404 for programs."""
        if "text/html" not in request.headers.get("Accept", "") or request.path.startswith(_NO_PAGES):
            raise web.HTTPNotFound
        response = self._page(request, _NAME, _ABOUT)
        if response.status == 200:
            response.set_status(404)
        return response

    async def worker(self, request: web.Request) -> web.StreamResponse:
        """A release's service worker, whose scope is the whole site. The sources have none."""
        try:
            body = self._file.with_name("sw.js").read_bytes()
        except FileNotFoundError:
            raise web.HTTPNotFound from None
        response = compressed(request, body, "text/javascript")
        response.headers["Content-Security-Policy"] = "default-src 'self'"
        return response

    def _page(
        self, request: web.Request, title: str, about: str, links: str = "", record: bytes = b""
    ) -> web.StreamResponse:
        if not is_built(self._static):
            raise web.HTTPServiceUnavailable(text=UNBUILT)
        try:
            page = self._file.read_text(encoding="utf-8")
        except FileNotFoundError:
            raise web.HTTPNotFound(text="the client is not installed") from None
        meta = "".join(
            f'<meta property="og:{name}" content="{html.escape(value)}">'
            for name, value in (
                ("site_name", _NAME),
                ("type", "website"),
                ("title", title),
                ("description", about),
                ("image", f"{request.scheme}://{request.host}{_PICTURE}"),
            )
        )
        page = page.replace("</head>", f"{links}{meta}</head>", 1)
        if record:
            # No text in it can end the element.
            data = record.decode().replace("<", "\\u003c")
            page = page.replace("</body>", f'<script type="application/json" id="record">{data}</script></body>', 1)
        response = compressed(request, page.encode(), "text/html")
        response.headers["Content-Security-Policy"] = _POLICY.format(host=request.host)
        return response


def _early_link(file: str) -> str:
    match file.rpartition(".")[2]:
        case "js":
            return f'<link rel="modulepreload" href="{file}">'
        case "css":
            return f'<link rel="preload" as="style" href="{file}">'
        case _:
            return f'<link rel="preload" as="fetch" crossorigin href="{file}">'


def _full(shown: dict[str, Json]) -> str:
    """How full the room is, and who is in it."""
    names = ", ".join(one["name"] for one in shown["people"] if one)
    return f"{shown['seats'][0]}/{shown['seats'][1]}: {names}"
