"""How people play: choose a legal action, act, wait for news, reconnect when the connection ends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from tests.support.players import Lost, Player
from tests.support.stores import until

Json = Any
Choose = Callable[[Player], Json]


def over(player: Player) -> bool:
    return player.belief.named("room")["phase"] == "over"


def crazy_eights(player: Player) -> Json:
    """Some legal move, a card if one fits; None when it is not their turn."""
    own = player.belief.named("own")
    if not own or not own["legal"]:
        return None
    move = player.rng.choice(own["legal"][:-1] or own["legal"])
    return {part: value for part, value in move.items() if value is not None}


def uno(player: Player) -> Json:
    """Some legal action; mostly a card if one fits."""
    own = player.belief.named("own")
    legal = own["legalActions"] if own else []
    if not legal:
        return None
    cards = [move for move in legal if move["action"] == "PLAY_CARD"]
    move = player.rng.choice(cards if cards and player.rng.random() < 0.9 else legal)
    payload: dict[str, Json] = {}
    if move["cardId"] is not None:
        payload["cardId"] = move["cardId"]
    if move["needsColor"]:
        payload["chosenColor"] = player.rng.choice(["red", "yellow", "green", "blue"])
    if move["needsTarget"]:
        payload["swapTargetId"] = player.rng.choice(move["targets"])
    if move["action"] == "CHOOSE_COLOR":
        payload["color"] = "red"
    if move["action"] == "CHALLENGE_UNO":
        payload["targetPlayerId"] = move["targetPlayerId"]
    if move["action"] == "PLAY_CARD" and len(own["hand"]) == 2 and player.rng.random() < 0.8:
        payload["uno"] = True
    return {"action": move["action"], "payload": payload}


async def play(player: Player, choose: Choose, before: Callable[[Player], Awaitable[None]] | None = None) -> None:
    """Until the match is over. `before`: something to look at before each move."""
    while True:
        try:
            if not player.here:
                await player.come_back()
            if player.pending is not None:
                await player.finish()
            at = player.belief.cursor
            if over(player) and player.belief.settled:
                return
            action = choose(player)
            if action is not None:
                if before is not None:
                    await before(player)
                    at = player.belief.cursor
                await player.act(action)
            await player.until(partial(moved_on, player, at))
        except Lost:
            continue


async def sit_down(players: Sequence[Player], game: str, **create: Json) -> str:
    """The first one makes a room, all sit down and see one another; the room's code."""
    host, *others = players
    for player in players:
        await player.connect(player.url)
    code = (await host.ask("create", game=game, name=host.name, **create))["code"]
    await host.enter(code)
    for player in others:
        await player.enter(code, name=player.name, sit=True)
    names = [player.name for player in players]
    for player in players:
        await player.until(partial(_sees, player, names))
    return code


def _sees(player: Player, names: Sequence[str]) -> bool:
    """Do these sit in the first seats, for all that this player knows?"""
    return [seat["name"] for seat in player.belief.named("room")["seats"]][: len(names)] == names


def moved_on(player: Player, at: Sequence[int]) -> bool:
    """Have they been told something since their cursor was there?"""
    return player.belief.cursor != at


async def play_all(players: Sequence[Player], choose: Choose, **how: Any) -> None:
    """Everybody plays until the match is over; the first trouble ends it."""
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(play(player, choose, **how), name=player.name)


def same_moments(players: Sequence[Player]) -> int:
    """Players who saw the room after the same public frame saw the same. Returns how many moments two or more have
    seen.
    """
    shared = 0
    kept = [player.belief.moments or {} for player in players]
    for pub in {pub for moments in kept for pub in moments}:
        seen = [moments[pub] for moments in kept if pub in moments]
        assert len(set(seen)) == 1, f"after frame {pub}: {set(seen)}"
        shared += len(seen) > 1
    return shared


async def whole_game(players: Sequence[Player], first: Callable[[], Any] = lambda: True) -> None:
    """Four people play Crazy Eights to the end, and know at every turn what the server knows.

    `first`: what has to become true between the start and the first move.
    """
    for player in players:
        player.belief.moments = {}
    await sit_down(players, "crazy-eights")
    asked: list[bool] = []

    async def look(player: Player) -> None:
        # Their turn: nobody else can move, so the room does not change.
        asked.append(await player.agrees())

    try:
        await players[0].ask("start")
        await until(first)
        async with asyncio.timeout(60):
            await play_all(players, crazy_eights, before=look)
        assert len(asked) > 8
        assert all(asked), "whoever is on turn knows exactly what the server knows"
        assert same_moments(players) >= len(asked)
        assert [player.refused for player in players] == [[], [], [], []]
        tables = [player.belief.named("table") for player in players]
        assert all(table == tables[0] for table in tables)
        assert tables[0]["left"], "the hands are laid open at the end"
        for player in players:
            assert await player.agrees()
    finally:
        for player in players:
            await player.close()
