"""Matches that are played by ear at a real table, beside those of the bot that is imitated; who believed what."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from games.api import AnyGame, Plan, Seat
from games.chance import Chance
from games.kit.arena.match import Played, play_match
from games.kit.arena.players import LevelPlayer, Player, Seen, maker_of
from games.kit.promise import options_of
from games.shandong import GAME as SHANDONG
from games.shandong.rules.cards import CARD_OF, RANK_INDEX, SUIT_INDEX
from games.uno import GAME as UNO
from games.uno.cards import CARD_BY_ID, COLOR_BY_NAME, COLORLESS
from tests.browser import shandong_by_ear, uno_by_ear
from tests.browser.ears import Ears, ears
from tests.browser.match_by_ear import NEVER, MatchByEar, Witness
from tests.browser.people import Crowd, Json
from tests.browser.shandong_by_ear import ShandongByEar
from tests.browser.shandong_words import kinds_in
from tests.browser.uno_by_ear import UnoByEar, kind_of

LEVEL = "baseline"
"""The bot that is imitated, and that plays the other three seats."""
DESK = {"width": 1280, "height": 800}
NAME = "Ann"
VIEW = "() => ({ table: link.store.view.table, own: link.store.view.own, seat: link.store.view.seat })"


@dataclass(frozen=True)
class How:
    """How a game is played by ear."""

    game: AnyGame
    player: Callable[[Ears, str, Witness], MatchByEar]
    options: Mapping[str, Json]
    truth: Callable[[Json], Any]
    """What a player would believe who sees the view."""


@dataclass
class Heard:
    """One match."""

    won: bool = False
    keys: int = 0
    decided: int = 0
    mistaken: list[tuple[Any, Any]] = field(default_factory=list)
    """What was believed and what was true, where these differ."""


def uno_truth(view: Json) -> uno_by_ear.Belief:
    table, me = view["table"], view["seat"]
    counts = [player["cardCount"] for player in table["players"]]
    return uno_by_ear.Belief(
        sorted(kind_of(CARD_BY_ID[card["id"]]) for card in view["own"]["hand"]),
        kind_of(CARD_BY_ID[table["topCard"]["id"]]),
        COLOR_BY_NAME.get(table["currentColor"], COLORLESS),
        counts,
        (me + table["direction"]) % len(counts),
    )


def shandong_truth(view: Json) -> shandong_by_ear.Belief:
    def kinds(ids: list[str]) -> list[int]:
        return sorted(CARD_OF[one] >> 1 for one in ids)

    table, own = view["table"], view["own"]
    plays = table["trick"]["plays"] if table["trick"] else []
    seen = [*own["hand"], *table["played"], *(own["buried"] or []), *(one for play in plays for one in play["cards"])]
    unseen = sum(1 << card for text, card in CARD_OF.items() if text not in seen)
    return shandong_by_ear.Belief(
        RANK_INDEX[table["level"]],
        SUIT_INDEX.get(own["trumpSuit"]),
        kinds(own["hand"]),
        kinds_in(unseen),
        [kinds(play["cards"]) for play in plays],
        table["trick"]["leader"] if plays else view["seat"],
    )


_WINDOWS = {"declareMs": 60_000, "counterMs": 60_000, "stickMs": 60_000}
_CALM = {"turnMs": 0, "buryMs": 0, "throwChoiceMs": 0, "nextRoundMs": 0}
HOW = {
    "uno": How(UNO, UnoByEar, {"turnSeconds": 0, "unoGraceMs": 0}, uno_truth),
    "shandong": How(
        SHANDONG, ShandongByEar, {**_WINDOWS, **_CALM, "dealIntervalMs": 200, "startLevel": "K"}, shandong_truth
    ),
}


async def by_ear(crowd: Crowd, game: str, language: str, deal: str, until: str = NEVER, **options: Json) -> Heard:
    """One match against three bots, on this deal; or no more of it than up to a sentence like this."""
    one = await crowd.person(NAME, viewport=DESK, locale=language)
    ear = await ears(one)
    how, match = HOW[game], Heard()
    await one.room(game, practice=deal, bots=3, level=LEVEL, options={**how.options, **options})
    await one.ask("start")

    async def witness(belief: Any) -> None:
        match.decided += 1
        truth = how.truth(await one.page.evaluate(VIEW))
        if belief != truth:
            match.mistaken.append((belief, truth))

    try:
        player = how.player(ear, NAME, witness)
        await player.play(until)
        match.won, match.keys = player.won is True, len(ear.keys)
    finally:
        if folder := os.environ.get("TRANSCRIPTS"):
            text = "\n".join(ear.transcript) + "\n"
            await asyncio.to_thread(Path(folder, f"{game}-{language}-{deal}.txt").write_text, text, encoding="utf-8")
    await one.context.close()
    crowd.people.remove(one)
    return match


class AsShown(LevelPlayer):
    """The bot that is imitated. Where two cards are as good, it takes the first as the page shows them: nobody is told
    in which order theirs were dealt.
    """

    def plan(self, seen: Seen) -> Plan[Any]:
        own = copy(seen.own)
        if self.game is UNO:
            own.hand = sorted(own.hand, key=kind_of)
        return super().plan(replace(seen, own=own))


def as_shown(game: AnyGame, seat: Seat, chance: Chance) -> Player:
    return AsShown(game, seat, chance, LEVEL)


def by_eye(game: str, deal: str, **options: Json) -> Played:
    """The same match with the bot in that seat as well."""
    how = HOW[game]
    rules = options_of(how.game, next(iter(how.game.presets)), 4, {**how.options, **options})
    return play_match(how.game, rules, [as_shown, *[maker_of(how.game, LEVEL)] * 3], Chance(deal.encode()).secret())
