"""What a program shows of a kept room to everybody in it and to strangers, asked at its doors in a fixed order.

Nothing moves meanwhile: the rooms are put back some time before they were taken out, so nothing is due.
"""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

from tests.support.doors import Lean, Plain
from tests.support.players import Player, Refusal

Json = Any
BEFORE = 600_000
"""How long before, in ms."""

ADDED: frozenset[str] = frozenset(
    {"catches", "unoCards", "costIfWrong"}
    | {
        "failed",
        "record",
        "records",
        "seal",
        "fork",
        "lesson",
        "constantTrumps",
        "suitTrumps",
        "nextThreshold",
        "wanted",
        "missing",
        "others",
        "holders",
        "bottomCaptured",
        "thrownAt",
    }
)
"""Names of fields that later versions show besides what the first release did. What it showed stays as it was."""


DECIDED_ANEW = {
    "uno, over, much has happened": "muting holds to the player: who stands up and sits down again stays muted",
}
"""Rooms whose replay is as long as it was but differs in a word, and why: a replay decides the logged commands anew."""


def compared(shown: Json, room: str) -> Json:
    """What must be equal: everything, except for the digest of a replay that is known to differ."""
    if room not in DECIDED_ANEW:
        return shown
    people = {name: _without_digest(one) for name, one in shown["people"].items()}
    return {**shown, "people": people, "json": _without_digest(shown["json"])}


def _without_digest(one: Json) -> Json:
    return {**one, "replay": one["replay"][:1]} if "replay" in one else one


def as_it_was(shown: Json) -> Json:
    """Without the fields that have been added since."""
    if isinstance(shown, dict):
        return {name: as_it_was(value) for name, value in shown.items() if name not in ADDED}
    return [as_it_was(one) for one in shown if not _sets_an_added_one(one)] if isinstance(shown, list) else shown


def _sets_an_added_one(part: Json) -> bool:
    """Is it the part of a patch that says what a field added since is now?"""
    return isinstance(part, list) and len(part) > 2 and isinstance(part[0], str) and part[0] in ADDED


def told_as_it_was(told: list[Json]) -> list[Json]:
    """Without what is told of the fields that have been added since, and numbered as if it had never been told."""
    left, dropped = [], 0
    for part in map(as_it_was, told):
        if part["kind"] == "own" and not part["own"] and not part["events"]:
            dropped += 1
            continue
        left.append({**part, "priv": part["priv"] - dropped} if part["kind"] == "own" else part)
    return left


def views(player: Player) -> Json:
    return as_it_was({part: player.belief.named(part) for part in ("room", "table", "own")})


async def everything_shown(url: str, room: dict[str, Json]) -> Json:
    """People in order, the absent last; then the first of them at the JSON door; then strangers."""
    told: dict[str, Json] = {"people": {}, "strangers": {}}
    open_lines: list[Player] = []
    try:
        for person in sorted(room["people"], key=lambda one: "cursor" in one):
            player = Lean(person["name"], [url], random.Random(1))
            open_lines.append(player)
            told["people"][person["name"]] = await _of_person(player, room, person)
        if (first := room["people"][0])["seat"] is not None:
            plain = Plain(first["name"], [url], random.Random(1))
            open_lines.append(plain)
            told["json"] = await _of_person(plain, room, {**first, "act": 0})
        for name, how in strangers(room).items():
            plain = Plain(name, [url], random.Random(1))
            open_lines.append(plain)
            await plain.connect(url)
            told["strangers"][name] = await _entered(plain, room["code"], name=name, **how)
    finally:
        for line in open_lines:
            await line.close()
    return told


def strangers(room: dict[str, Json]) -> dict[str, dict[str, Json]]:
    """How strangers try to come in."""
    seats, watch = room.get("password"), room.get("watchPassword")
    tries: dict[str, dict[str, Json]] = {}
    if seats and room["phase"] == "lobby":
        tries["to sit"] = {"password": seats, "sit": True}
    if watch:
        tries["to watch"] = {"password": watch}
    tries["nothing"] = {}
    if seats or watch:
        tries["wrong"] = {"password": "guess"}
    return tries


async def _entered(player: Player, code: str, **how: Json) -> Json:
    try:
        answer = await player.enter(code, **how)
    except Refusal as refusal:
        return {"refused": refusal.code}
    return {"seat": answer["seat"], "act": answer["act"], **views(player)}


async def _of_person(player: Player, room: dict[str, Json], person: dict[str, Json]) -> Json:
    player.token = person["token"]
    await player.connect(player.url)
    shown: dict[str, Json] = {}
    if "cursor" in person:
        player._entering = True  # the view that these frames are for is gone
        answer = await player.ask("enter", room=room["code"], cursor=person["cursor"])
        shown["resumed"] = [answer["resumed"], [frame[0] for frame in answer["frames"]]]
    shown |= await _entered(player, room["code"])
    if person["act"]:  # sent again, it is answered as it was
        shown["again"] = await player.ask("act", n=person["act"], action={})
    if room.get("replayed") and person["seat"] is not None:
        shown["replay"] = await replay(player)
    return shown


async def replay(player: Player) -> Json:
    """How much there is of the last match, and the digest of all its pages."""
    told, skip = [], 0
    while skip is not None:
        page = await player.ask("replay", skip=skip)
        told += page["told"]
        skip = page["next"]
    told = told_as_it_was(told)
    whole = json.dumps(told, sort_keys=True, ensure_ascii=False).encode()
    return [len(told), hashlib.sha256(whole).hexdigest()[:32]]
