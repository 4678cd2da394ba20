"""The boards over HTTP: `/boards` for people, `/api/v1/boards/<board>` for programs."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from aiohttp import web

from games.api import AnyGame
from games.texts import texts
from server.store.types import Unavailable

from .board_html import BoardTable, GameBoards, Language, language_for, page
from .standings import Standings, board_id

MOST: Final = 100
_POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class BoardPages:
    """Serves the current boards."""

    def __init__(self, standings: Standings, games: Mapping[str, AnyGame]) -> None:
        self._standings = standings
        self._games = [game for game in games.values() if game.boards]
        self._ids = [board_id(game, board) for game in self._games for board in game.boards]
        self._style = (files(__package__) / "boards.css").read_text(encoding="utf-8")

    def add_to(self, app: web.Application) -> None:
        app.router.add_get("/boards", self.page)
        app.router.add_get("/boards.css", self.style)
        app.router.add_get("/api/v1/boards/{board}", self.board)

    async def page(self, request: web.Request) -> web.Response:
        language = language_for(request.query.get("lang"), request.headers.get("Accept-Language", ""))
        try:
            boards = [await self._of(game, language) for game in self._games]
        except Unavailable:
            raise web.HTTPServiceUnavailable(text="the store cannot be reached", headers={"Retry-After": "1"}) from None
        headers = {"Content-Security-Policy": _POLICY, "Cache-Control": "no-store", "Vary": "Accept-Language"}
        return web.Response(text=page(boards, language), content_type="text/html", headers=headers)

    async def style(self, _: web.Request) -> web.Response:
        headers = {"Content-Security-Policy": _POLICY, "Cache-Control": "no-cache"}
        return web.Response(text=self._style, content_type="text/css", headers=headers)

    async def board(self, request: web.Request) -> web.Response:
        board = request.match_info["board"]
        if board not in self._ids:
            return web.json_response({"error": "No such board", "boards": self._ids}, status=404)
        try:
            rows = await self._standings.top(board, MOST)
        except Unavailable:
            return web.json_response({"error": "Try again"}, status=503, headers={"Retry-After": "1"})
        return web.json_response(
            {"board": board, "rows": [row.shown() for row in rows]}, headers={"Cache-Control": "no-store"}
        )

    async def _of(self, game: AnyGame, language: Language) -> GameBoards:
        words = texts(game)["zh-CN" if language == "zh" else "en-US"]
        tables = []
        for board in game.boards:
            known = board_id(game, board)
            name, about = words[f"board.{board}"], words[f"board.{board}.about"]
            tables.append(BoardTable(known, name, about, await self._standings.top(known, MOST)))
        return GameBoards(words["game.name"], tables)
