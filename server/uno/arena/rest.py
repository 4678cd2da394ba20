"""The REST side of the arena (arena.md 3 to 5): always JSON, with the contract's statuses and texts."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

from aiohttp import web

from games.api import Refused
from server.doors.face import LOBBY, OVER, PLAYING, Room, Standings, Unavailable, Window

from .answers import answer, body_of, bool_of, flag_of, token_of, written
from .arena_room import ArenaRoom
from .arena_rooms import ArenaRooms
from .errors import ArenaError, Busy, Malformed, NotPlaying, NotYours
from .identity import Identities, mac_of, name_part, player_of
from .joining import Joining, Wish
from .seating import only_players
from .verbs import VERBS, Verbs, resend
from .windows import CREATION, EVERYTHING_ELSE, GAMEPLAY, Windows

Json = Any
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
log = logging.getLogger("paiju.arena")

LEADERS: Final = 100
_STATUS: Final = {LOBBY: "WAITING", PLAYING: "PLAYING", OVER: "ENDED"}


class Rest:
    """The handlers of `/api`."""

    def __init__(
        self, desks: ArenaRooms, windows: Windows, identities: Identities, standings: Standings,
        address_of: Callable[[web.Request], str],
    ) -> None:  # fmt: skip
        self._desks = desks
        self._joining = Joining(desks)
        self._windows = windows
        self._identities = identities
        self._standings = standings
        self._address_of = address_of
        self._waiting: set[tuple[str, int]] = set()
        """Seats that will get their `turn` again when their rate limit allows it."""

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
        acting = self._limited(self.act, (GAMEPLAY,), self._again_later)
        for end in ("", "/"):  # people write base addresses with and without a trailing slash
            for method, path, handler, windows in routes:
                app.router.add_route(method, path + end, self._limited(handler, windows))
            app.router.add_post("/api/rooms/{room}/{verb}" + end, acting)
        app.router.add_route("*", "/api/rooms/{rest:.*}", self._limited(_nothing_here, (EVERYTHING_ELSE,)))

    def _limited(
        self, handler: Handler, windows: tuple[Window, ...],
        refused: Callable[[web.Request, float], Awaitable[None]] | None = None,
    ) -> Handler:  # fmt: skip
        """Wrap a handler: count the call, and answer every mistake in JSON."""

        async def limited(request: web.Request) -> web.StreamResponse:
            try:
                wait = await self._count(windows, request)
                if not wait:
                    return await handler(request)
                if refused is not None:
                    await refused(request, wait)
                seconds = math.ceil(wait)
                body = {"error": "Too many requests", "retryAfter": seconds}
                return answer(body, 429, {"Retry-After": str(seconds)})
            except NotYours as error:
                with suppress(Unavailable):
                    await self._count((EVERYTHING_ELSE,), request)  # a guessed id counts as one more call
                return answer({"error": str(error)}, error.status)
            except ArenaError as error:
                return answer({"error": str(error)}, error.status)
            except (Refused, Unavailable) as error:
                log.info("%s %s refused: %s", request.method, request.path, error)
                return answer({"error": "The server is busy, try again"}, Busy.status, {"Retry-After": "1"})

        return limited

    async def _count(self, windows: Sequence[Window], request: web.Request) -> float:
        mac = request.headers.get("X-MAC-Address")
        hashed = None if mac is None else self._identities.address_hash(mac[:64])
        return await self._windows.take(windows, self._address_of(request), hashed)

    # --- rooms ---

    async def list(self, request: web.Request) -> web.Response:
        wanted = flag_of(request, "sandbox")
        rooms = [room for room in await self._desks.listed() if self._shown(room, wanted)]
        rooms.sort(key=lambda room: (room.cold.phase == PLAYING, room.cold.notes["mode"] != "sandbox"))
        return answer([self._listed(room) for room in rooms])

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
            "onlyPlayers": only_players(room),
            "playerCount": len(seated),
            "maxPlayers": self._desks.settings.seats,
            "players": names,
            "createdAt": datetime.fromtimestamp(notes["created"] / 1000, UTC).isoformat(timespec="seconds"),
        }

    async def create(self, request: web.Request) -> web.Response:
        body = await body_of(request)
        sandbox = bool_of(body, "isSandbox") or False
        room = await self._desks.create(sandbox)
        return answer({"success": True, "roomId": room, "isSandbox": sandbox})

    async def join(self, request: web.Request) -> web.Response:
        wish = self._wish(await body_of(request), request)
        return answer(await self._joining.join(await self._room(request), wish))

    async def find_join(self, request: web.Request) -> web.Response:
        body = await body_of(request)
        name = body.get("playerName")
        if not isinstance(name, str) or not name.strip():
            raise Malformed("playerName must be a text")
        found = await self._joining.find(name, self._wish({**body, "isSandbox": True}, request))
        return answer({"error": "No waiting room with that player"}, 404) if found is None else answer(found)

    def _wish(self, body: dict[str, Json], request: web.Request) -> Wish:
        first, last = name_part(body, "firstName"), name_part(body, "lastName")
        mac = mac_of(body, request.headers.get("X-MAC-Address"))
        only = bool_of(body, "onlyPlayers") or False
        return Wish(self._identities.person(first, last, mac), bool_of(body, "isSandbox"), only)

    async def leave(self, request: web.Request) -> web.Response:
        token = token_of(await body_of(request), "playerId")
        await self._joining.leave(await self._room(request), token)
        return answer({"success": True, "result": {"left": True}})

    async def state(self, request: web.Request) -> web.Response:
        room = await self._room(request)
        desk = await self._desks.desk(room.id)
        async with desk.lock:
            await desk.learn()
            token = request.query.get("playerId", "")
            seat = self._seat(desk, token) if token else None
            shown = desk.showing(seat, token).state(
                desk.scene,
                onlyPlayers=only_players(desk.doc),
                status=_STATUS[desk.phase],
                maxPlayers=self._desks.settings.seats,
                targetScore=self._desks.settings.target_score,
                countdown=desk.countdown_left(),
            )
        return answer({"success": True, "result": shown})

    async def leaderboard(self, request: web.Request) -> web.Response:
        sandbox = flag_of(request, "sandbox") or False
        rows = await self._standings.top("sandbox" if sandbox else "arena", LEADERS)
        return answer({"sandbox": sandbox, "leaderboard": [row.shown() for row in rows]})

    # --- actions ---

    async def act(self, request: web.Request) -> web.StreamResponse:
        verb = request.match_info["verb"]
        if verb not in VERBS:
            return await _nothing_here(request)
        body = await body_of(request)
        token = token_of(body, "challengerId" if verb == "catchout" else "playerId")
        room = await self._room(request)
        desk = await self._desks.desk(room.id)
        async with desk.lock:
            if desk.doc.seat_of(player_of(token)) is None:
                await desk.learn()
            seat = self._seat(desk, token)
            await self._desks.catch_up(desk)
            if not desk.scene.playing or seat not in desk.scene.owns:
                raise NotPlaying
            with desk.listening() as told:
                result = await VERBS[verb](Verbs(self._desks, desk, player_of(token), seat, told), body)
            if result.get("penalty"):
                self._desks.rooms.metrics.penalties.labels(result["penaltyTitle"]).inc()
            # Written under the lock: the answer comes before the events that it caused (arena.md 7).
            return await written(request, {"success": result["success"], "result": result})

    async def _again_later(self, request: web.Request, wait: float) -> None:
        """After a 429, send the player on turn their `turn` again as soon as they may act (arena.md 5)."""
        try:
            body = await body_of(request)
            verb = request.match_info["verb"]
            token = token_of(body, "challengerId" if verb == "catchout" else "playerId")
            desk = await self._desks.desk((await self._room(request)).id)
            seat = self._seat(desk, token)
        except (ArenaError, Refused, Unavailable):
            return
        if desk.on_turn(seat) and (desk.id, seat) not in self._waiting:
            self._waiting.add((desk.id, seat))
            self._desks.spawn(self._again(desk, seat, wait))

    async def _again(self, desk: ArenaRoom, seat: int, wait: float) -> None:
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
    def _seat(desk: ArenaRoom, token: str) -> int:
        seat = desk.doc.seat_of(player_of(token))
        if seat is None:
            raise NotYours
        return seat


async def _nothing_here(_: web.Request) -> web.Response:
    return answer({"error": "Not found"}, 404)
