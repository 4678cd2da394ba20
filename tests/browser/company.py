"""People at the JSON door who play with somebody at a browser, and tables at which they have played for a while."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

from tests.browser.people import Crowd, Json, Person, script
from tests.support.doors import Plain
from tests.support.players import Player
from tests.support.playing import Choose, play

NAMES = ("小雨", "Marta", "阿杰")
MANY = (*NAMES, "Konstantin-Alexander", "Li", "王小明", "Zoë", "Абрам", "O’Neill")


async def company(crowd: Crowd, code: str, choose: Choose, names: Sequence[str] = NAMES) -> None:
    """People sit down in that room and play on by themselves until the crowd leaves."""
    for number, name in enumerate(names):
        other = Plain(name, [crowd.url], random.Random(number))
        crowd.guests.append(other)
        await other.connect(other.url)
        await other.enter(code, name=name, sit=True)
        crowd.playing.append(asyncio.create_task(play(other, choose)))


def by_its_hints(player: Player) -> Json:
    """What the game itself suggests to somebody at the JSON door."""
    own, table = player.belief.named("own"), player.belief.named("table")
    if not own:
        return None
    if own["mayPass"] and own["declares"]:
        return {"action": "declare", "payload": {"cards": own["declares"][0]}}
    if own["mayPass"]:
        return {"action": "pass", "payload": {}}
    if own["suggestedBury"]:
        return {"action": "bury", "payload": {"cards": own["suggestedBury"]}}
    if table["currentTurn"] != player.belief.seat or table["phase"] not in ("playing", "throw_choice"):
        return None
    if table["phase"] == "throw_choice":
        return {"action": "choose_throw", "payload": {"index": 0}}
    cards = own["duty"]["suggestions"][0] if own["duty"] else own["suggestedLead"]
    return {"action": "play", "payload": {"cards": cards}}


def first_that_goes(player: Player) -> Json:
    """A card of UNO, or else a draw: nothing that others could be quicker with."""
    own = player.belief.named("own")
    legal = own["legalActions"] if own else []
    for kind in ("PLAY_CARD", "CHOOSE_COLOR", "DRAW_CARD", "SKIP_TURN"):
        moves = [move for move in legal if move["action"] == kind]
        if moves:
            move = player.rng.choice(moves)
            color = player.rng.choice(["red", "yellow", "green", "blue"])
            card = {"cardId": move["cardId"]} if move["cardId"] is not None else {}
            named = {"chosenColor": color} if move["needsColor"] else {"color": color} if kind == "CHOOSE_COLOR" else {}
            return {"action": kind, "payload": {**card, **named}}
    return None


async def uno_midway(crowd: Crowd, one: Person) -> None:
    """On turn with some cards on the pile."""
    rules = {"turnSeconds": 0, "challengeSeconds": 0, "roundBreakSeconds": 0, "unoGraceMs": 0, "initialCards": 9}
    code = (await one.room("uno", options={**rules, "maxPlayers": 4})).removeprefix("/r/")
    await company(crowd, code, first_that_goes)
    await one.ask("start")
    await one.page.locator(".hand").wait_for()
    await one.page.evaluate(script("hasty.js"), 17)
    await one.until("() => link.store.view.table.turnNumber >= 17 && document.querySelector('.your-turn')", seconds=60)
