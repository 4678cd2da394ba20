"""`GET /api/v1/boards/<board>`: a board for the platform's own pages."""

from __future__ import annotations

from typing import Final

from aiohttp import web

from .standings import BOARDS, Standings

MOST: Final = 100


class BoardPages:
    """Serves the boards over HTTP."""

    def __init__(self, standings: Standings) -> None:
        self._standings = standings

    def add_to(self, app: web.Application) -> None:
        app.router.add_get("/api/v1/boards/{board}", self.board)

    async def board(self, request: web.Request) -> web.Response:
        board = request.match_info["board"]
        if board not in BOARDS:
            return web.json_response({"error": "No such board", "boards": list(BOARDS)}, status=404)
        rows = await self._standings.top(board, MOST)
        return web.json_response(
            {"board": board, "rows": [row.shown() for row in rows]}, headers={"Cache-Control": "no-store"}
        )
