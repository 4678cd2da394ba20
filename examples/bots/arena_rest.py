"""An arena bot in one file: python arena_rest.py http://localhost:8000 Ada Lovelace [sandbox]

Joins the first waiting room, or makes one, and plays a match: commands go over REST, turns come over Socket.IO
(long-polling is enough). Needs: pip install aiohttp python-socketio
"""

import asyncio
import logging
import sys
import uuid
from typing import Any

import aiohttp
import socketio

COLORS = ("RED", "BLUE", "GREEN", "YELLOW")
log = logging.getLogger("bot")


class Bot:
    """One player of one match."""

    def __init__(self, server: str, http: aiohttp.ClientSession, mac: str) -> None:
        self.server, self.http, self.mac = server, http, mac
        self.room = self.token = ""
        self.sio = socketio.AsyncClient()
        self.sio.on("connect", self.enter)
        self.sio.on("turn", self.decide)
        self.sio.on("gameEnd", self.ended)

    async def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        method = "GET" if body is None else "POST"
        async with self.http.request(method, self.server + path, json=body) as answer:
            return await answer.json()

    async def join(self, first: str, last: str, sandbox: bool) -> None:
        rooms = await self.ask(f"/api/rooms/list?sandbox={str(sandbox).lower()}")
        waiting = [room["id"] for room in rooms if room["status"] == "WAITING"]
        room = waiting[0] if waiting else (await self.ask("/api/rooms", {"isSandbox": sandbox}))["roomId"]
        me = {"firstName": first, "lastName": last, "MAC": self.mac, "isSandbox": sandbox, "onlyPlayers": False}
        joined = await self.ask(f"/api/rooms/{room}/join", me)
        if "error" in joined:
            raise SystemExit(joined["error"])
        self.room, self.token = joined["roomId"], joined["playerId"]

    async def act(self, verb: str, **body: Any) -> Any:
        answer = await self.ask(f"/api/rooms/{self.room}/{verb}", {"playerId": self.token, **body})
        result = answer.get("result", {})
        if result.get("penalty"):
            log.info("%s: %s", result["penaltyTitle"], result["penaltyDescription"])
        return result

    async def enter(self) -> None:
        await self.sio.emit("joinRoom", {"roomId": self.room, "playerId": self.token})

    async def decide(self, turn: dict[str, Any]) -> None:
        """A `turn` with our own id and a hand tells us to act, once."""
        if turn["playerId"] != self.token or not turn.get("hand"):
            return
        hand = turn["hand"]
        if len(hand) == 2:
            await self.act("uno")
        places = [turn["drawnCardIndex"]] if "drawnCardIndex" in turn else range(len(hand))
        fits = [i for i in places if legal(hand[i], turn)]
        if fits:
            wild = {"wildColor": best_color(hand)} if hand[fits[0]]["color"] == "BLACK" else {}
            await self.act("play", cardIndex=fits[0], **wild)
        elif turn.get("canPass"):
            await self.act("pass")
        else:
            await self.act("draw")  # a card that fits brings a new turn; any other ends this one

    async def ended(self, end: dict[str, Any]) -> None:
        places = [player["name"] for player in end["players"]]
        log.info("%s won with %s points: %s", end["winner"]["name"], end["score"], ", ".join(places))

    async def play(self) -> None:
        await self.sio.connect(self.server, transports=["polling"])
        await self.sio.wait()  # the server closes the connection when the match is over


def legal(card: dict[str, Any], turn: dict[str, Any]) -> bool:
    top = turn["topCard"]
    if card["color"] in ("BLACK", turn["currentColor"]):
        return True
    if card["type"] == "NUMBER":
        return bool(top["type"] == "NUMBER" and card["value"] == top["value"])
    return bool(card["type"] == top["type"])


def best_color(hand: list[dict[str, Any]]) -> str:
    return max(COLORS, key=[card["color"] for card in hand].count)


async def main(server: str, first: str, last: str, *words: str) -> None:
    mac = ":".join(f"{byte:02X}" for byte in uuid.uuid4().bytes[:6])
    async with aiohttp.ClientSession(headers={"X-MAC-Address": mac}) as http:
        bot = Bot(server.rstrip("/"), http, mac)
        await bot.join(first, last, "sandbox" in words)
        await bot.play()


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    asyncio.run(main(*sys.argv[1:]))
