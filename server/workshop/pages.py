"""The author's page, `/dev`, and its requests: tables, steps of their matches, saved moments."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from importlib.resources import files
from typing import Any, Final

import msgspec
from aiohttp import web

from games.api import AnyGame, Json, Refused, Seat
from server.doors.face import Doors
from server.rooms.document import PLAYING, Cold, Hot, decode_cold, decode_hot, encode
from server.rooms.forking import ForkPoint
from server.rooms.game_codec import decode_state
from server.rooms.game_failures import Failure
from server.rooms.room import Room
from server.rooms.server_commands import Due

from .exhibits import GALLERY, Exhibits
from .looking import looked_at, verdict
from .played import Diverged, Played, played_in
from .reel import OURS, reel
from .tables import People, Wanted, dealt, played_on

KINDS: Final = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
_POLICY: Final = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class _Reel:
    """The last reel requested: the frames of all seats request the same one."""

    game: AnyGame | None
    key: tuple[Any, ...]
    body: dict[str, Json]


class AuthorsPages:
    """All tables of this program, open to everybody at this machine."""

    def __init__(self, doors: Doors) -> None:
        self._rooms = doors.rooms
        self._people = People(doors.secret)
        self.exhibits = Exhibits(self._people)
        self._last = _Reel(None, (), {})

    def add_to(self, app: web.Application) -> None:
        routes: dict[str, Answer] = {
            "GET /dev": self.page,
            "GET /workshop/page/{file}": self.file,
            "POST /workshop/tables": self.deal,
            "POST /workshop/moments": self.load,
            "GET /workshop/galleries/{game}": self.gallery,
            "GET /workshop/tables/{code}": self.table,
            "GET /workshop/tables/{code}/now": self.now,
            "GET /workshop/tables/{code}/steps/{step}": self.step,
            "POST /workshop/tables/{code}/steps/{step}/try": self.attempt,
            "POST /workshop/tables/{code}/steps/{step}/on": self.play_on,
            "GET /workshop/tables/{code}/steps/{step}/moment": self.save,
        }
        for route, answer in routes.items():
            method, _, path = route.partition(" ")
            app.router.add_route(method, path, answering(answer))

    async def page(self, _: web.Request) -> web.StreamResponse:
        return _file("index.html")

    async def file(self, request: web.Request) -> web.StreamResponse:
        return _file(request.match_info["file"])

    # --- tables ---

    async def deal(self, request: web.Request) -> web.StreamResponse:
        wanted = msgspec.json.decode(await _body(request, "application/json"), type=Wanted)
        return _json({"code": await dealt(self._rooms, self._people, wanted)})

    async def gallery(self, request: web.Request) -> web.StreamResponse:
        """The gallery of a game, as far as it has been found."""
        game = request.match_info["game"]
        if game not in self._rooms.games:
            raise Refused("game.unknown", game=game)
        return _json(await self.exhibits.listed(game))

    async def now(self, request: web.Request) -> web.StreamResponse:
        """Lets a page notice that the table has changed."""
        room = await self._room(request.match_info["code"])
        return _json({"match": room.cold.matches, "step": room.hot.step, "phase": room.cold.phase})

    async def table(self, request: web.Request) -> web.StreamResponse:
        """A table's seats, whose turn it is, and the number of steps."""
        code = request.match_info["code"]
        game, played = await self._played(code)
        cold, hot = played.cold, played.hot
        if not code.startswith(GALLERY):
            room = await self._room(code)
            cold, hot = room.cold, room.hot
        acting = []
        if cold.phase == PLAYING:
            acting = [int(seat) for seat in game.to_act(decode_state(game, hot.state))]
        return _json({
            "code": code, "game": game.id, "preset": cold.preset, "seed": cold.practice, "match": cold.matches,
            "step": hot.step, "phase": cold.phase, "acting": acting, "steps": len(played.log),
            "seats": [
                {"seat": seat, "name": doc.name, "bot": doc.bot, "token": self._token(seat, doc.player)}
                for seat, doc in enumerate(cold.seats)
            ],
        })  # fmt: skip

    def _token(self, seat: Seat, player: str) -> str | None:
        """The token of the person in that seat, if it is the author."""
        ours = self._people[seat]
        return ours.token if ours.player == player else None

    # --- steps ---

    async def record(self, name: str, _: web.Request) -> web.StreamResponse:
        """The match as a record, by its name: `workshop-CODE-SEAT`."""
        code, seat = name.removeprefix(OURS).rsplit("-", 1)
        game, played = await self._played(code)
        key = code, played.cold.matches, len(played.log)
        if self._last.game is not game or self._last.key != key:
            course, cold = played.course(game, 0), played.cold
            self._last = _Reel(game, key, reel(game, cold.preset, cold.seats, course, played.log))
        return _json({**self._last.body, "record": name, "mine": [int(seat)]})

    async def step(self, request: web.Request) -> web.StreamResponse:
        game, played, step = await self._at(request)
        course = played.course(game, max(0, step - 1))
        return _json(looked_at(course, len(played.cold.seats), played.log, step))

    async def attempt(self, request: web.Request) -> web.StreamResponse:
        """Would this action be legal?"""
        game, played, step = await self._at(request)
        asked = msgspec.json.decode(await _body(request, "application/json"))
        now = played.log[step - 1].now if step else 0
        return _json(verdict(played.course(game, step), asked["seat"], asked["action"], now))

    async def play_on(self, request: web.Request) -> web.StreamResponse:
        """A new table at that step."""
        game, played, step = await self._at(request)
        hot, code = _hot_at(game, played, step), request.match_info["code"]
        return _json({"code": await self._new(played.cold, hot, f"{OURS}{code}-0#{step}")})

    async def save(self, request: web.Request) -> web.StreamResponse:
        """The moment as a file; `paiju again` reads it, too."""
        game, played, step = await self._at(request)
        code, hot = request.match_info["code"], _hot_at(game, played, step)
        then = encode(["", msgspec.to_builtins(Due()), played.cold.base + hot.now])
        moment = Failure(code, encode(played.cold), encode(hot), then)
        name = f"{code}-{step}.moment"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return web.Response(body=encode(moment), content_type="application/octet-stream", headers=headers)

    async def load(self, request: web.Request) -> web.StreamResponse:
        """A new table at a saved moment, or where a game has failed."""
        body = await _body(request, "application/octet-stream")
        moment = msgspec.msgpack.decode(body, type=Failure)
        return _json({"code": await self._new(decode_cold(moment.cold), decode_hot(moment.hot), f"{OURS}moment#0")})

    async def _new(self, cold: Cold, hot: Hot, told: str) -> str:
        """A table that plays on from there; bots keep their seats, and the author has all others."""
        ours = [seat for seat, doc in enumerate(cold.seats) if not doc.bot] or [0]
        levels = tuple(doc.bot or "none" for doc in cold.seats)
        point = ForkPoint(cold.preset, cold.options, levels, hot.state, hot.step, hot.now, hot.secret, told)
        return await played_on(self._rooms, self._people, cold.game, point, ours)

    # --- helpers ---

    async def _room(self, code: str) -> Room:
        return await self._rooms.room(await self._rooms.find(code))

    async def _played(self, code: str) -> tuple[AnyGame, Played]:
        """The match of a room, or a state of a gallery."""
        if code.startswith(GALLERY):
            game = self._rooms.games[self.exhibits.game_of(code)]
            return game, self.exhibits.played(code, game)
        room = await self._room(code)
        played = await played_in(self._rooms.store, room)
        if played is None:
            raise Refused("match.none")
        return room.game, played

    async def _at(self, request: web.Request) -> tuple[AnyGame, Played, int]:
        game, played = await self._played(request.match_info["code"])
        step = int(request.match_info["step"])
        if not 0 <= step <= len(played.log):
            raise Refused("fork.step")
        return game, played, step


def _hot_at(game: AnyGame, played: Played, step: int) -> Hot:
    course = played.course(game, step)
    now = played.log[step - 1].now if step else played.hot.now
    return msgspec.structs.replace(
        played.hot, state=course.stored, step=course.number + 1, now=now, plans=(), wake=None
    )


async def _body(request: web.Request, kind: str) -> bytes:
    """The request's body. Browsers let no foreign page send these content types without a preflight request."""
    if request.content_type != kind:
        raise web.HTTPUnsupportedMediaType
    return await request.read()


def _file(name: str) -> web.Response:
    suffix = name[name.rfind(".") :]
    found = files(__package__) / "page" / name
    if suffix not in KINDS or "/" in name or not found.is_file():
        raise web.HTTPNotFound
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": _POLICY}
    return web.Response(body=found.read_bytes(), content_type=KINDS[suffix], charset="utf-8", headers=headers)


def _json(body: Any) -> web.Response:
    return web.Response(
        body=msgspec.json.encode(body), content_type="application/json", headers={"Cache-Control": "no-store"}
    )


def answering(answer: Answer) -> Answer:
    """Turns a refusal into a sentence."""

    async def answered(request: web.Request) -> web.StreamResponse:
        try:
            return await answer(request)
        except Refused as refused:
            said = f"{refused.code} {refused.params or ''}".strip()
        except (Diverged, ValueError, KeyError) as problem:
            said = str(problem)
        response = _json({"said": said})
        response.set_status(HTTPStatus.CONFLICT)
        return response

    return answered
