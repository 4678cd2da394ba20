"""A UNO bot for the JSON WebSocket door, in one file: python native_uno.py http://localhost:8000 CODE [NAME]

It plays the first action that the server lists as legal. Start the match from the room.
"""

import asyncio
import itertools
import sys
from typing import Any

import aiohttp


class Table:
    """What this seat knows: `table` is what everybody sees, `own` has its hand and its legal actions."""

    def __init__(self, snapshot: dict[str, Any]) -> None:
        self.show(snapshot)

    def show(self, snapshot: dict[str, Any]) -> None:
        self.room, self.table, self.own = snapshot["room"], snapshot["table"], snapshot["own"]

    def hear(self, told: dict[str, Any]) -> None:
        if told["kind"] == "own":
            self.own = patched(self.own, told["own"])
        elif told["kind"] == "frame":
            self.room, self.table = patched(self.room, told["room"]), patched(self.table, told["table"])
        elif told["kind"] == "snapshot":
            self.show(told)

    def choice(self) -> dict[str, Any] | None:
        """The action to send now, or None while there is nothing to do."""
        if self.room["phase"] != "playing" or not self.own or not self.own["legalActions"]:
            return None
        if self.own["you"] != self.table["currentPlayer"] and self.table["phase"] != "roundEnd":
            return None  # it could catch or jump in, but leaves that to others
        legal = self.own["legalActions"][0]
        payload: dict[str, Any] = {"turn": self.table["turnNumber"]}
        if legal["action"] == "PLAY_CARD":
            payload |= {"cardId": legal["cardId"], "uno": True}
            if legal["needsColor"]:
                payload["chosenColor"] = self.best_color()
            if legal["needsTarget"]:
                payload["swapTargetId"] = legal["targets"][0]
        elif legal["action"] == "CHOOSE_COLOR":
            payload["color"] = self.best_color()
        return {"action": legal["action"], "payload": payload}

    def best_color(self) -> str:
        colors = [card["color"] for card in self.own["hand"] if card["color"]]
        return max(("red", "blue", "green", "yellow"), key=colors.count)


def patched(old: Any, patch: list[Any] | None) -> Any:
    """The view after a patch (docs/protocol.md)."""
    for field, change, *values in patch or []:
        if field is None:
            old = values[0]
        elif change == "set":
            old[field] = values[0]
        elif change == "splice":
            removed, added = values
            old[field] = [item for place, item in enumerate(old[field]) if place not in removed] + added
        elif change == "add":
            old[field] += values[0]
        else:
            for place, inner in values[0]:
                old[field][place] = patched(old[field][place], inner)
    return old


async def play(server: str, code: str, name: str = "Robot") -> None:
    numbers = itertools.count(1)
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{server}/api/v1/ws") as door:

        async def ask(kind: str, **fields: Any) -> int:
            number = next(numbers)
            await door.send_json({"id": number, "kind": kind, **fields})
            return number

        await ask("hello", protocol=1, bot=True)
        entering = await ask("enter", room=code, name=name, sit=True)
        seat: Table | None = None
        done, asked = 0, 0  # accepted actions; the id of the pending message
        async for message in door:
            told = message.json()
            if told.get("re") == entering:
                if "refused" in told:
                    raise SystemExit(f"refused: {told['refused']}")
                seat, done = Table(told["ok"]), told["ok"]["act"]
            elif told.get("re") == asked and asked:
                asked, done = 0, done + ("ok" in told)  # a refused action does not use up its number
            elif told.get("kind") == "gone":
                return
            elif seat is not None and "kind" in told:
                seat.hear(told)
            if seat is None or asked or told.get("kind") == "own":  # its frame follows at once
                continue
            if seat.room["phase"] == "over":
                return
            if (action := seat.choice()) is not None:
                asked = await ask("act", n=done + 1, action=action)


if __name__ == "__main__":
    asyncio.run(play(*sys.argv[1:]))
