"""The REST side of the arena (arena-api.md 3 to 5): always JSON, statuses and texts of the contract."""

from __future__ import annotations

import asyncio
import json
import logging
import math
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from aiohttp import web

from games.api import Refused
from server.boards.standings import Standings
from server.rooms.document import LOBBY, OVER, PLAYING, Room
from server.store.types import Unavailable

from .acting import VERBS, Acting, resend
from .desk import Desk
from .desks import Desks
from .errors import ArenaError, Busy, Malformed, NotJson, NotYours, TooLarge
from .identity import Identities, mac_of, name_part, player_of
from .joining import Joining, Wish
from .limits import CREATION, EVERYTHING_ELSE, GAMEPLAY, Window, Windows

Json = Any
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
log = logging.getLogger("paiju.arena")

BODY_LIMIT: Final = 16 * 1024
LEADERS: Final = 100
_STATUS: Final = {LOBBY: "WAITING", PLAYING: "PLAYING", OVER: "ENDED"}
_HEADERS: Final = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}


class Rest:
    """The handlers of `/api`."""

    def __init__(
        self, desks: Desks, windows: Windows, identities: Identities, standings: Standings,
        address_of: Callable[[web.Request], str],
    ) -> None:  # fmt: skip
        self._desks = desks
        self._joining = Joining(desks)
        self._windows = windows
        self._identities = identities
        self._standings = standings
        self._address_of = address_of
        self._waiting: set[tuple[str, int]] = set()
        """Seats that will be sent their turn again when their window allows it."""

    def add_to(self, app: web.Application) -> None:
        routes: Sequence[tuple[str, str, Handler, tuple[Window, ...]]] = (
            ("GET", "/api/rooms/list", self.list, (EVERYTHING_ELSE,)),
            ("POST", "/api/rooms", self.create, (CREATION, EVERYTHING_ELSE)),
            ("POST", "/api/rooms/find-join", self.find_join, (EVERYTHING_ELSE,)),
            ("POST", "/api/rooms/{room}/join", self.join, (EVERYTHING_ELSE,)),
            ("POST", "/api/rooms/{room}/leave", self.leave, (EVERYTHING_ELSE,)),
            ("GET", "/api/rooms/{room}", self.state, (EVERYTHING_ELSE,)),
            ("GET", "/api/leaderboard", self.leaderboard, (EVERYTHING_ELSE,)),
        )
        for method, path, handler, windows in routes:
            app.router.add_route(method, path, self._limited(handler, windows))
        app.router.add_post("/api/rooms/{room}/{verb}", self._limited(self.act, (GAMEPLAY,), self._again_later))
        app.router.add_route("*", "/api/rooms/{rest:.*}", self._limited(_nothing_here, (EVERYTHING_ELSE,)))

    def _limited(
        self, handler: Handler, windows: tuple[Window, ...],
        refused: Callable[[web.Request, float], Awaitable[None]] | None = None,
    ) -> Handler:  # fmt: skip
        """Count the call, answer every mistake in JSON."""

        async def answer(request: web.Request) -> web.StreamResponse:
            wait = self._windows.take(windows, self._keys(request))
            if wait:
                if refused is not None:
                    await refused(request, wait)
                seconds = math.ceil(wait)
                body = {"error": "Too many requests", "retryAfter": seconds}
                return _json(body, 429, {"Retry-After": str(seconds)})
            try:
                return await handler(request)
            except NotYours as error:
                self._windows.take((EVERYTHING_ELSE,), self._keys(request))  # guessing ids is not for free
                return _json({"error": str(error)}, error.status)
            except ArenaError as error:
                return _json({"error": str(error)}, error.status)
            except (Refused, Unavailable) as error:
                log.info("%s %s refused: %s", request.method, request.path, error)
                return _json({"error": "The server is busy, try again"}, Busy.status, {"Retry-After": "1"})

        return answer

    def _keys(self, request: web.Request) -> list[str]:
        """The address; and it together with the self-declared one, never the latter alone."""
        address = self._address_of(request)
        mac = request.headers.get("X-MAC-Address")
        return [address] if mac is None else [address, f"{address} {self._identities.address_hash(mac[:64])}"]

    # --- rooms ---

    async def list(self, request: web.Request) -> web.Response:
        wanted = _flag(request, "sandbox")
        rooms = [room for room in await self._desks.listed() if self._shown(room, wanted)]
        rooms.sort(key=lambda room: (room.cold.phase == PLAYING, room.cold.notes["mode"] != "sandbox"))
        return _json([self._listed(room) for room in rooms])

    def _shown(self, room: Room, sandbox: bool | None) -> bool:
        cold = room.cold
        full = cold.phase == LOBBY and sum(bool(s.player) for s in cold.seats) >= self._desks.settings.seats
        mode = sandbox is None or sandbox == (cold.notes["mode"] == "sandbox")
        return cold.phase != OVER and not full and mode

    def _listed(self, room: Room) -> Json:
        cold, notes = room.cold, room.cold.notes
        seated = [s for s in cold.seats if s.taken]
        names = [notes[f"p:{s.player}"]["name"] if f"p:{s.player}" in notes else s.name for s in seated]
        return {
            "id": self._desks.shown_id(room.id),
            "status": _STATUS[cold.phase],
            "isSandbox": notes["mode"] == "sandbox",
            "onlyPlayers": bool(notes.get("only")),
            "playerCount": len(seated),
            "maxPlayers": self._desks.settings.seats,
            "players": names,
            "createdAt": datetime.fromtimestamp(notes["created"] / 1000, UTC).isoformat(timespec="seconds"),
        }

    async def create(self, request: web.Request) -> web.Response:
        body = await _body(request)
        sandbox = _bool(body, "isSandbox") or False
        room = await self._desks.create(sandbox)
        return _json({"success": True, "roomId": room, "isSandbox": sandbox})

    async def join(self, request: web.Request) -> web.Response:
        wish = self._wish(await _body(request), request)
        return _json(await self._joining.join(await self._room(request), wish))

    async def find_join(self, request: web.Request) -> web.Response:
        body = await _body(request)
        name = body.get("playerName")
        if not isinstance(name, str) or not name.strip():
            raise Malformed("playerName must be a text")
        found = await self._joining.find(name, self._wish({**body, "isSandbox": True}, request))
        return _json({"error": "No waiting room with that player"}, 404) if found is None else _json(found)

    def _wish(self, body: dict[str, Json], request: web.Request) -> Wish:
        first, last = name_part(body, "firstName"), name_part(body, "lastName")
        mac = mac_of(body, request.headers.get("X-MAC-Address"))
        only = _bool(body, "onlyPlayers") or False
        return Wish(self._identities.person(first, last, mac), _bool(body, "isSandbox"), only)

    async def leave(self, request: web.Request) -> web.Response:
        token = _token(await _body(request), "playerId")
        await self._joining.leave(await self._room(request), token)
        return _json({"success": True, "result": {"left": True}})

    async def state(self, request: web.Request) -> web.Response:
        room = await self._room(request)
        desk = await self._desks.desk(room.id)
        async with desk.lock:
            await desk.learn()
            token = request.query.get("playerId", "")
            seat = self._seat(desk, token) if token else None
            shown = desk.showing(seat, token).state(
                desk.scene,
                status=_STATUS[desk.phase],
                maxPlayers=self._desks.settings.seats,
                targetScore=self._desks.settings.target_score,
                countdown=desk.countdown_left(),
            )
        return _json({"success": True, "result": shown})

    async def leaderboard(self, request: web.Request) -> web.Response:
        sandbox = _flag(request, "sandbox") or False
        rows = await self._standings.top("sandbox" if sandbox else "arena", LEADERS)
        return _json({"sandbox": sandbox, "leaderboard": [row.shown() for row in rows]})

    # --- actions ---

    async def act(self, request: web.Request) -> web.StreamResponse:
        verb = request.match_info["verb"]
        if verb not in VERBS:
            return await _nothing_here(request)
        body = await _body(request)
        token = _token(body, "challengerId" if verb == "catchout" else "playerId")
        room = await self._room(request)
        desk = await self._desks.desk(room.id)
        async with desk.lock:
            if desk.doc.seat_of(player_of(token)) is None:
                await desk.learn()
            seat = self._seat(desk, token)
            with desk.listening() as told:
                result = await VERBS[verb](Acting(self._desks, desk, player_of(token), seat, told), body)
            # Written under the lock: the answer stands before the events that it led to (arena-api.md 7).
            return await _written(request, {"success": result["success"], "result": result})

    async def _again_later(self, request: web.Request, wait: float) -> None:
        """After a 429 the player on turn gets his `turn` again as soon as he may act (arena-api.md 5)."""
        try:
            body = await _body(request)
            verb = request.match_info["verb"]
            token = _token(body, "challengerId" if verb == "catchout" else "playerId")
            desk = await self._desks.desk((await self._room(request)).id)
            seat = self._seat(desk, token)
        except (ArenaError, Refused, Unavailable):
            return
        if desk.on_turn(seat) and (desk.id, seat) not in self._waiting:
            self._waiting.add((desk.id, seat))
            self._desks.spawn(self._again(desk, seat, wait))

    async def _again(self, desk: Desk, seat: int, wait: float) -> None:
        decision = desk.turn_id
        try:
            await asyncio.sleep(wait)
        finally:
            self._waiting.discard((desk.id, seat))
        async with desk.lock:
            if desk.on_turn(seat) and desk.turn_id == decision:
                await resend(self._desks, desk, seat)

    # --- who and where ---

    async def _room(self, request: web.Request) -> Room:
        return await self._desks.room(request.match_info["room"])

    @staticmethod
    def _seat(desk: Desk, token: str) -> int:
        seat = desk.doc.seat_of(player_of(token))
        if seat is None:
            raise NotYours
        return seat


async def _nothing_here(_: web.Request) -> web.Response:
    return _json({"error": "Not found"}, 404)


def _json(body: Json, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    return web.json_response(body, status=status, headers={**_HEADERS, **(headers or {})})


async def _written(request: web.Request, body: Json) -> web.Response:
    response = _json(body)
    await response.prepare(request)
    await response.write_eof()
    return response


async def _body(request: web.Request) -> dict[str, Json]:
    """The JSON object that was sent; nothing at all counts as an empty one."""
    if (request.content_length or 0) > BODY_LIMIT:
        raise TooLarge(f"The body may have {BODY_LIMIT} bytes")
    raw = await request.content.read(BODY_LIMIT + 1)
    while len(raw) <= BODY_LIMIT and not request.content.at_eof():
        raw += await request.content.read(BODY_LIMIT + 1 - len(raw))
    if len(raw) > BODY_LIMIT:
        raise TooLarge(f"The body may have {BODY_LIMIT} bytes")
    if not raw:
        return {}
    if request.content_type != "application/json":
        raise NotJson("Content-Type must be application/json")
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        raise Malformed("The body is not JSON") from None
    if not isinstance(body, dict):
        raise Malformed("The body must be a JSON object")
    return body


def _token(body: dict[str, Json], field: str) -> str:
    token = body.get(field)
    if not isinstance(token, str) or not 0 < len(token) <= 64:
        raise Malformed(f"{field} must be a text")
    return token


def _bool(body: dict[str, Json], field: str) -> bool | None:
    value = body.get(field)
    if value is not None and not isinstance(value, bool):
        raise Malformed(f"{field} must be true or false")
    return value


def _flag(request: web.Request, name: str) -> bool | None:
    value = request.query.get(name)
    if value is None:
        return None
    if value.lower() not in ("true", "false", "1", "0"):
        raise Malformed(f"{name} must be true or false")
    return value.lower() in ("true", "1")
