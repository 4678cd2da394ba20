"""The HTTP API for programs and operators. It only reads."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from importlib.metadata import version
from typing import Any, Final

import msgspec
from aiohttp import web

from games.api import AnyGame, Refused
from games.forms import option_schema
from games.texts import texts
from server.base.metrics import CONTENT_TYPE, Metrics
from server.doors.door import Door
from server.doors.gate.gatekeeper import Gatekeeper
from server.doors.gate.lag import Lag
from server.rooms.registry import Rooms
from server.store.types import Unavailable

from .action_schema import action_schema
from .asyncapi import asyncapi
from .compressed import compressed
from .files import Files
from .lan_address import LanAddress
from .room_preview import room_preview

Json = Any
DEAF_S = 10.0  # without subscriptions for this long, `/readyz` fails: the feeds' sweep brings moves two seconds late

OPEN_PATHS = frozenset({"/healthz", "/readyz", "/livez"})
"""Paths for machines that do not use our host names; their answers say nothing about players."""


class HttpApi:
    """Read-only answers about games, rooms and the worker itself."""

    def __init__(
        self,
        rooms: Rooms,
        door: Door,
        files: Files,
        gatekeeper: Gatekeeper,
        metrics: Metrics,
        lag: Lag,
        near: LanAddress,
    ) -> None:
        self._rooms = rooms
        self._door = door
        self._files = files
        self._gatekeeper = gatekeeper
        self._metrics = metrics
        self._lag = lag
        self._near = near
        self._version = version("paiju")
        self._games: tuple[list[AnyGame], bytes] = [], b""

    def add_to(self, app: web.Application) -> None:
        add = app.router.add_get
        add("/api/v1/games", self.games)
        add("/api/v1/games/{game}", self.game)
        add("/api/v1/rooms/{code}", self.room)
        add("/api/v1/rooms/{code}/replay", self.replay)
        add("/api/v1/matches", self.matches)
        add("/api/v1/matches/{record}", self.match)
        add("/api/v1/matches/{record}/review", self.review)
        add("/api/v1/docs", self.docs)
        add("/healthz", self.health)
        add("/readyz", self.ready)
        add("/livez", self.live)
        add("/metrics", self.metrics)

    # --- games and rooms ---

    async def games(self, request: web.Request) -> web.Response:
        games = list(self._rooms.games.values())
        if games != self._games[0]:
            self._games = games, msgspec.json.encode([self._card(game) for game in games])
        body = {"games": msgspec.Raw(self._games[1]), **self._near.told(request)}
        return compressed(request, msgspec.json.encode(body), "application/json")

    async def game(self, request: web.Request) -> web.Response:
        game = self._rooms.games.get(request.match_info["game"])
        if game is None:
            return _answer({"refused": {"code": "game.unknown"}}, 404)
        body = {**self._card(game), "actions": action_schema(game), "schema": self._door.schema(game.id).body}
        return compressed(request, msgspec.json.encode(body), "application/json")

    async def room(self, request: web.Request) -> web.Response:
        return await _refusable(self.preview(request))

    async def replay(self, request: web.Request) -> web.Response:
        """A finished match, for a player who sends the token with which they played it."""
        match, skip = (request.query.get(name, "0") for name in ("match", "skip"))
        if not (match + skip).isascii() or not (match + skip).isdigit() or len(match + skip) > 12:
            return _answer({"refused": {"code": "message.malformed"}}, 400)
        address = self._gatekeeper.addresses.of(request)
        return await _refusable(
            self._door.replay(request.match_info["code"], _token(request), address, int(match) or None, int(skip))
        )

    async def matches(self, request: web.Request) -> web.Response:
        """The matches that the owner of the token has played."""
        skip = request.query.get("skip", "0")
        if not skip.isascii() or not skip.isdigit() or len(skip) > 6:
            return _answer({"refused": {"code": "message.malformed"}}, 400)
        address = self._gatekeeper.addresses.of(request)
        return await _refusable(self._door.records(_token(request), address, int(skip)))

    async def match(self, request: web.Request) -> web.Response:
        """The record of a finished match."""
        address = self._gatekeeper.addresses.of(request)
        asked = self._door.record(request.match_info["record"], _token(request), address)
        return await _refusable(asked, partial(_record, request))

    async def public_record(self, request: web.Request) -> tuple[bytes, bytes]:
        """The public half of it."""
        address = self._gatekeeper.addresses.of(request)
        return await self._door.record(request.match_info["record"], "", address)

    async def review(self, request: web.Request) -> web.Response:
        """A bot's judgements of the decisions of one seat of a record."""
        seat = request.query.get("seat", "")
        if not seat.isascii() or not seat.isdigit() or len(seat) > 2:
            return _answer({"refused": {"code": "message.malformed", "field": "seat"}}, 400)
        address = self._gatekeeper.addresses.of(request)
        asked = self._door.review(request.match_info["record"], int(seat), _token(request), address)
        return await _refusable(asked)

    async def preview(self, request: web.Request) -> dict[str, Json]:
        """A preview of a room for people who know its code and have not entered."""
        address = self._gatekeeper.addresses.of(request)
        return room_preview(await self._door.room(request.match_info["code"], _token(request), address))

    def title(self, game: str) -> str:
        """The game's name in every language it has."""
        known = self._rooms.games.get(game)
        if known is None:
            return game
        names = (words.get("game.name", "") for words in texts(known).values())
        return " ".join(dict.fromkeys(filter(None, names)))

    def _card(self, game: AnyGame) -> dict[str, Json]:
        return {
            "id": game.id,
            "version": game.version,
            "seats": [game.seats[0], game.seats[-1]],
            "presets": game.presets,
            "options": option_schema(game.Options),
            **{
                name: said
                for name, said in (
                    ("optionGroups", game.option_groups),
                    ("seatsOption", game.seats_option),
                    ("teams", game.teams),
                    ("lesson", game.lesson and game.lesson.minutes),
                )
                if said
            },
            "levels": [level for level in game.bot_levels if level not in game.former_levels],
            "client": self._files.has_client(game.id),
            "help": self._files.has_help(game.id),
            "cover": self._files.has_cover(game.id),
            "hash": self._door.schema(game.id).hash,
        }

    async def docs(self, _: web.Request) -> web.Response:
        return _answer(asyncapi(self._version, self._rooms.games.values()))

    # --- the worker ---

    async def health(self, _: web.Request) -> web.Response:
        store = await self._rooms.store.probe()
        body = {"ok": store, "version": self._version, "store": store, "lagMs": round(self._lag.last * 1000)}
        return _answer(body, 200 if store else 503)

    async def ready(self, _: web.Request) -> web.Response:
        store = self._rooms.store
        answers, hears = store.ready and await store.probe(), store.deaf_for < DEAF_S
        ready = not self._gatekeeper.closed and answers and hears
        return _answer({"ready": ready, "store": answers, "subscriptions": hears}, 200 if ready else 503)

    async def live(self, _: web.Request) -> web.Response:
        return _answer({"live": self._lag.fine}, 200 if self._lag.fine else 503)

    async def metrics(self, request: web.Request) -> web.Response:
        """This worker's metrics, only for programs on this machine; PAIJU_ADMIN is the address for others."""
        if not self._gatekeeper.addresses.from_here(request):
            return web.Response(status=403, text="Only this machine may read these figures; see PAIJU_ADMIN.\n")
        return web.Response(body=self._metrics.text(), headers={"Content-Type": CONTENT_TYPE})


def _token(request: web.Request) -> str:
    return request.headers.get("Authorization", "").removeprefix("Bearer ")


_STATUS: Final = {
    "rate.limited": 429, "token.unknown": 401, "store.busy": 503, "record.pending": 503, "record.damaged": 500,
    "review.pending": 503, "review.busy": 503, "review.one": 429, "review.failed": 500, "review.closed": 403,
}  # fmt: skip


def _record(request: web.Request, body: tuple[bytes, bytes]) -> web.Response:
    """Compressed for those who accept it: hundreds of frames are very similar."""
    zipped = "gzip" in request.headers.get("Accept-Encoding", "")
    response = web.Response(body=body[zipped], content_type="application/json", charset="utf-8")
    response.headers.update({"Cache-Control": "no-store", "Vary": "Accept-Encoding, Authorization"})
    if zipped:
        response.headers["Content-Encoding"] = "gzip"
    return response


async def _refusable(asked: Awaitable[Json], answer: Callable[[Any], web.Response] | None = None) -> web.Response:
    try:
        return (answer or _answer)(await asked)
    except Refused as refused:
        wait = {"Retry-After": str(-(-refused.params["retryAfter"] // 1000))} if "retryAfter" in refused.params else {}
        return _answer({"refused": {"code": refused.code, **refused.params}}, _STATUS.get(refused.code, 404), wait)
    except Unavailable:
        return _answer({"refused": {"code": "store.busy"}}, 503)


def _answer(body: Json, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    return web.Response(
        body=msgspec.json.encode(body),
        status=status,
        content_type="application/json",
        headers={"Cache-Control": "no-store", **(headers or {})},
    )
