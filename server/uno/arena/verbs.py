"""Translates the verbs of arena.md 4 into the game's actions, and its answers into `result`s."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.api import Refused
from server.doors.face import PLAYING, SERVER, Noted, Who, player_commands

from . import penalties
from .actions import challengeable
from .arena_room import ArenaRoom
from .arena_rooms import ArenaRooms
from .errors import Denied, Malformed, NotPlaying
from .moments import Moment
from .payloads import card

Json = Any
Result = dict[str, Json]

COLORS: Final = ("RED", "BLUE", "GREEN", "YELLOW")
_RACES: Final = 3


class Verbs:
    """Handles one verb from one seat. The caller holds the desk's lock until the answer has been written."""

    def __init__(self, desks: ArenaRooms, desk: ArenaRoom, player: str, seat: int, told: list[Moment]) -> None:
        """`told` is a list that collects the moments from now on."""
        self._desks = desks
        self._desk = desk
        self._player = player
        self._seat = seat
        self._told = told
        self._answer: Json = {}

    async def play(self, body: dict[str, Json]) -> Result:
        index, hand = body.get("cardIndex"), self._desk.scene.owns[self._seat]["hand"]
        if type(index) is not int or not 0 <= index < len(hand):
            await self.again()
            raise Malformed("cardIndex must be an index into your hand")
        face = hand[index]
        payload: dict[str, Json] = {"cardId": face["id"], "uno": body.get("uno") is True}  # arena.md 4.4
        color = body.get("wildColor")
        if face["color"] is None:
            named = color.upper() if isinstance(color, str) else None
            if named in COLORS:
                payload["chosenColor"] = named.lower()
            elif len(hand) > 1:  # a last card needs no colour, and the old one stays (arena.md 4.1)
                payload["chosenColor"] = ""
        refused = await self._act("PLAY_CARD", payload)
        if refused is not None:
            return await self._rejected(refused)
        return await self._played(face)

    async def _played(self, face: Json) -> Result:
        moment = await self._moment(lambda e: e["type"] == "card_played" and e["playerId"] == self._seat)
        events = moment.events if moment else []
        left = next((e["cardCount"] for e in events if e["type"] == "card_played"), 0)
        called = any(e["type"] == "uno_called" and e["playerId"] == self._seat for e in events)
        result: Result = {"success": True, "penalty": False, "card": card(face), "cardsLeft": left}
        result |= {"uno": left == 1 and called, "roundWon": left == 0, "challengeable": False}
        if moment is not None:
            result["challengeable"] = challengeable(moment, lambda seat: self._desk.line.bots[seat]) is not None
            if face["color"] is None and moment.after.table["currentColor"]:
                result["chosenColor"] = next(
                    (e["currentColor"] for e in events if e["type"] == "card_played"), ""
                ).upper()
        if left == 1 and not called:
            result |= penalties.penalty(penalties.BYPASS, 2)
        return result

    async def draw(self, _: dict[str, Json]) -> Result:
        table = self._desk.scene.table
        if self._desk.on_turn(self._seat) and table["phase"] == "drawn":  # a second draw is a pass (uno.md 21)
            refused = await self._act("SKIP_TURN", {})
            if refused is not None:
                return await self._rejected(refused)
            return {"success": True, "penalty": False, "count": 0, "playable": False, "turnEnded": True}
        refused = await self._act("DRAW_CARD", {})
        if refused is not None:
            return await self._rejected(refused)
        moment = await self._moment(lambda e: e["type"] == "cards_drawn" and e["playerId"] == self._seat)
        own_part = moment.secrets.get(self._seat, []) if moment else []
        drawn = [e for e in own_part if e["type"] == "cards_drawn" and e["reason"] != "uno_bypass"]
        cards = drawn[-1].get("cards") or [] if drawn else []
        stays = moment is not None and moment.after.decision is not None and moment.after.decision[2:] == (
            "drawn", self._seat,
        )  # fmt: skip
        result: Result = {"success": True, "penalty": False, "count": len(cards)}
        if len(cards) == 1:
            result["card"] = card(cards[0])
        return {**result, "playable": stays, "turnEnded": not stays}

    async def pass_turn(self, _: dict[str, Json]) -> Result:
        refused = await self._act("SKIP_TURN", {})
        if refused is not None and refused["code"] != "ROUND_OVER":
            return await self._rejected(refused)
        # Clients pass after every draw, so this is harmless even if the round has ended meanwhile (arena.md 4.2).
        already = refused is not None or bool(self._answer.get("alreadyPassed"))
        return {"success": True, "penalty": False, "turnEnded": True, "alreadyPassed": already}

    async def uno(self, _: dict[str, Json]) -> Result:
        """Call UNO. Invalid or useless calls are never penalised (arena.md 4.4)."""
        refused = await self._act("CALL_UNO", {})
        return {"success": refused is None, "penalty": False}

    async def catchout(self, body: dict[str, Json]) -> Result:
        target, line = body.get("targetId"), self._desk.line
        if not isinstance(target, str) or target not in line.ids or line.ids.index(target) == self._seat or not target:
            raise Malformed("targetId must be the id of another player")
        refused = await self._act("CHALLENGE_UNO", {"targetPlayerId": line.ids.index(target)})
        if refused is not None:
            return {"success": False, "penalty": False, "caught": False}
        if self._answer.get("success"):
            return {"success": True, "penalty": False, "caught": True}
        return {"success": False, "caught": False, **penalties.penalty(penalties.CATCHOUT, 2)}

    async def challenge(self, _: dict[str, Json]) -> Result:
        refused = await self._act("CHALLENGE_WD4", {})
        if refused is not None:
            raise Denied("There is no wild draw four to challenge")
        guilty = bool(self._answer["guilty"])
        moment = await self._moment(
            lambda e: e["type"] == "cards_drawn" and e["reason"] in ("challenge_guilty", "challenge_failed")
        )
        drawn = next((e for e in moment.events if e["type"] == "cards_drawn"), None) if moment else None
        count = drawn["count"] if drawn else 0
        result: Result = {"success": True, "penalty": False, "guilty": guilty, "drawn": 0 if guilty else count}
        return result if guilty else {**result, **penalties.penalty(penalties.CHALLENGE, count)}

    # --- common steps ---

    async def _act(self, name: str, payload: dict[str, Json]) -> Json:
        """Send the action to the game; returns None or its refusal. Tries again after a race with another worker."""
        for _ in range(_RACES):
            room = await self._desks.rooms.room(self._desk.id)
            if room.cold.phase != PLAYING:
                raise NotPlaying
            number = room.hot.acts[self._seat].n + 1
            message = player_commands.Act(n=number, action={"action": name, "payload": payload})
            try:
                self._answer = await self._desks.rooms.ask(self._desk.id, Who(self._player), message)
            except Refused as refused:
                if refused.code in ("act.old", "act.gap"):
                    continue
                if refused.code in ("match.over", "match.none", room.game.ended, room.game.not_started):
                    raise NotPlaying from None
                if "." in refused.code:  # refused by the platform, not by the rules
                    raise
                return {"code": refused.code}
            return self._answer.get("refused")
        raise Refused("room.busy")

    async def _rejected(self, refused: Json) -> Result:
        """The result for a refused action: a violation of the rules is not an error (arena.md 1)."""
        cards = refused.get("penalty")
        if cards:
            title = penalties.OUT_OF_TURN if refused["code"] == "NOT_YOUR_TURN" else penalties.ILLEGAL
            return {"success": False, **penalties.penalty(title, cards)}
        if refused["code"] != "NOT_YOUR_TURN":
            await self.again()
        return {"success": False, "penalty": False, "reason": refused["code"]}

    async def again(self) -> None:
        """If it is their turn, send their private `turn` once more, on all workers."""
        if self._desk.on_turn(self._seat):
            await resend(self._desks, self._desk, self._seat)

    async def _moment(self, wanted: Callable[[Json], bool]) -> Moment | None:
        """The moment of the accepted action, as this worker's feed delivered it."""

        def found() -> Moment | None:
            return next((m for m in self._told if any(wanted(e) for e in m.events)), None)

        moment: Moment | None = await self._desks.until(self._desk, found)
        return moment


async def resend(desks: ArenaRooms, desk: ArenaRoom, seat: int) -> None:
    count = (desk.notes.get("again") or [0, 0])[1]
    await desks.rooms.ask(desk.id, SERVER, Noted({"again": [seat, max(count, desk.scene.version) + 1]}))


VERBS: Final[dict[str, Callable[[Verbs, dict[str, Json]], Any]]] = {
    "play": Verbs.play,
    "draw": Verbs.draw,
    "pass": Verbs.pass_turn,
    "uno": Verbs.uno,
    "catchout": Verbs.catchout,
    "challenge": Verbs.challenge,
}
