"""The payloads for one recipient (arena.md 2, 7): their own seat appears by its token, the others by public ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from .moments import RoomMoment

Json = Any
NOBODY: Final[Mapping[str, Json]] = {"id": None, "name": "nobody"}
HISTORY: Final = 10


def card(face: Json) -> dict[str, Json]:
    """A card in the arena's form: in capitals, wilds always BLACK, `value` only on number cards (arena.md 2.1)."""
    shown = {"color": (face["color"] or "black").upper(), "type": face["type"].upper()}
    if face["type"] == "number":
        shown["value"] = face["value"]
    return shown


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The players of a room by seat: public ids, full names, and the seats of system bots."""

    holders: tuple[str, ...] = ()
    """The player as rooms know them, by seat; empty for bots and free seats."""
    ids: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    bots: tuple[bool, ...] = ()
    match: int = 0
    """The number of the current match; 0 before and after one."""


class Payloads:
    """Builds one room's payloads for one recipient, given by `seat` and `token`; a spectator has neither."""

    def __init__(self, room_id: str, notes: Mapping[str, Json], line: ScoreLine, seat: int | None, token: str) -> None:
        self.room_id = room_id
        self._notes = notes
        self._line = line
        self._seat = seat
        self._token = token

    def id(self, seat: int) -> str:
        return self._token if seat == self._seat else self._line.ids[seat]

    def who(self, seat: int | None) -> Mapping[str, Json]:
        """`{id, name}` of a winner."""
        return NOBODY if seat is None else {"id": self.id(seat), "name": self._line.names[seat]}

    def summary(self, scene: RoomMoment, seat: int) -> dict[str, Json]:
        """A player (arena.md 2.2)."""
        at_table = scene.table["players"][seat] if scene.table is not None else None
        sitting = scene.room["seats"][seat]
        return {
            "id": self.id(seat),
            "name": self._line.names[seat],
            "cardCount": at_table["cardCount"] if at_table else 0,
            "score": at_table["score"] if at_table else 0,
            "isBot": self._line.bots[seat],
            "connected": self._line.bots[seat] or bool(sitting["connected"]),
        }

    def players(self, scene: RoomMoment) -> list[dict[str, Json]]:
        """The players in seating order, without those who have left the match."""
        if scene.table is not None:
            seats: Sequence[int] = [p["seat"] for p in scene.table["players"] if p["active"]]
        else:
            seats = [i for i, s in enumerate(scene.room["seats"]) if s["sitter"] != "empty"]
        return [self.summary(scene, seat) for seat in seats]

    def turn(self, scene: RoomMoment, decision: int, seconds_left: int | None) -> dict[str, Json]:
        """The public `turn`; also the `gameState` of an `action`."""
        table = scene.table
        seat = table["currentPlayer"]
        return {
            "roomId": self.room_id,
            "playerId": self.id(seat),
            "playerName": self._line.names[seat],
            "topCard": card(table["topCard"]),
            "currentColor": (table["currentColor"] or "black").upper(),
            "unoCalled": bool(table["players"][seat]["unoCalled"]),
            "history": [card(face) for face in table["discardPile"][-HISTORY:]],
            "players": self.players(scene),
            "round": table["roundNumber"],
            "direction": table["direction"],
            "drawPileCount": table["deckCount"],
            "turnId": decision,
            "secondsLeft": seconds_left,
            "canPass": table["phase"] == "drawn",
        }

    def private_turn(self, scene: RoomMoment, decision: int, seconds_left: int | None) -> dict[str, Json]:
        """The private `turn`: the public one plus the recipient's hand."""
        assert self._seat is not None
        own = scene.owns[self._seat]
        payload = {**self.turn(scene, decision, seconds_left), "hand": self.hand(scene)}
        if own["drawnCard"] is not None:
            payload["drawnCardIndex"] = [face["id"] for face in own["hand"]].index(own["drawnCard"]["id"])
        return payload

    def hand(self, scene: RoomMoment) -> list[dict[str, Json]]:
        assert self._seat is not None
        return [card(face) for face in scene.owns[self._seat]["hand"]]

    def game_start(self, scene: RoomMoment, target: int) -> dict[str, Json]:
        return {
            "roomId": self.room_id,
            "players": self.players(scene),
            "isSandbox": self._notes["mode"] == "sandbox",
            "targetScore": target,
        }

    def round_end(self, event: Json, number: int, scene: RoomMoment) -> dict[str, Json]:
        """`roundEnd`, made from the event: if there is no pause, the table already shows the next round."""
        winner = event.get("winnerId")
        return {
            "round": number,
            "winner": self.who(winner),
            "roundScore": 0 if winner is None else sum(points or 0 for points in event["roundPoints"]),
            "players": self.players(scene),
        }

    def game_end(self, scene: RoomMoment, abandoned: bool) -> dict[str, Json]:
        """`gameEnd`. Players are ranked: the winner, then by score, then by fewer cards; those who left come last."""
        table = scene.table
        seats = table["players"]
        ranked = sorted(
            (p["seat"] for p in seats),
            key=lambda i: (
                i not in table["winners"], not seats[i]["active"], -seats[i]["score"], seats[i]["cardCount"], i,
            ),
        )  # fmt: skip
        winner = table["winner"]
        return {
            "winner": self.who(winner),
            "score": 0 if winner is None else seats[winner]["score"],
            "reason": "abandoned" if abandoned else "played_out",
            "players": [self.summary(scene, seat) for seat in ranked],
            "roundScore": round_score(scene),
            "rounds": table["roundNumber"],
        }

    def state(self, scene: RoomMoment, **more: Json) -> dict[str, Json]:
        """The result of `GET /api/rooms/{roomId}`."""
        table = scene.table
        shown = {
            "id": self.room_id,
            "isSandbox": self._notes["mode"] == "sandbox",
            "round": table["roundNumber"] if table else 0,
            "players": self.players(scene),
            "currentPlayerId": self.id(table["currentPlayer"]) if table and scene.playing else None,
            "topCard": card(table["topCard"]) if table else None,
            "currentColor": (table["currentColor"] or "black").upper() if table else None,
            "direction": table["direction"] if table else 1,
            "drawPileCount": table["deckCount"] if table else 0,
            "unoCalled": bool(table and table["players"][table["currentPlayer"]]["unoCalled"]),
            "history": [card(face) for face in table["discardPile"][-HISTORY:]] if table else [],
            "winner": self.who(table["winner"]) if table and table["winner"] is not None else None,
            **more,
        }
        if self._seat is not None and self._seat in scene.owns:
            shown["hand"] = self.hand(scene)
        return shown


def round_score(scene: RoomMoment) -> int:
    """The points of the last round's winner: those of all other hands."""
    result = scene.table["roundResult"]
    return sum(points or 0 for points in result["roundPoints"]) if result and result["winner"] is not None else 0
