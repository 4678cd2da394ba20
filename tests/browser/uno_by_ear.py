"""UNO by ear, as the bot `baseline` plays it (uno.md 20.1): its choice, but among cards that were heard."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, NamedTuple

from games.uno.actions import PlayCard
from games.uno.bots.baseline import decide
from games.uno.cards import (
    ALL_CARDS,
    CARD_BY_ID,
    COLOR,
    COLOR_BY_NAME,
    COLORLESS,
    DRAW_TWO,
    FACE,
    FACE_WILD,
    REVERSE,
    SKIP,
    WILD,
    WILD_DRAW_FOUR,
    Card,
)
from games.uno.views.types import LegalAction
from games.uno.words import Did, Phase
from tests.browser.match_by_ear import MatchByEar, told

FORGETS, CATCHES = 0.1, 0.5
"""How often `baseline` does not call UNO, and how often it notices that somebody else has not."""
SIGNS = {"red": "红", "yellow": "黄", "green": "绿", "blue": "蓝"}
COLORS = {word: COLOR_BY_NAME[english] for english, sign in SIGNS.items() for word in (english, sign)}
SYMBOLS = {
    "skip": SKIP, "reverse": REVERSE, "draw two": DRAW_TWO, "wild draw four": WILD_DRAW_FOUR, "wild": WILD,
    "跳过": SKIP, "反转": REVERSE, "加二": DRAW_TWO, "变色加四": WILD_DRAW_FOUR, "变色": WILD,
}  # fmt: skip
COLOR_WORD = "|".join(COLORS)
CARD = rf"(?:({COLOR_WORD}) )?(\d|{'|'.join(SYMBOLS)})"
ONE = re.compile(CARD)
LAID = re.compile(rf"(?:: |：|play |pile: |jumps in: |你出|牌面是){CARD}(?:(?:, |，)({COLOR_WORD}))?")
HAND = re.compile(r"\d+ (?:cards?|张)[:：] ?(.*)[.。]")
COUNT = re.compile(r"([^,，、]+) (\d+)(?: 张)?")
NEXT = re.compile(r"(?:, |下一位 )(.+?)(?: next\.|。)")
PLAYABLE = re.compile(r"Your turn, (\d+) playable|轮到你，(\d+) 张可出")
PLAYS_DRAWN = re.compile(r"Your turn: Enter plays|轮到你，按回车出")
DRAWS = re.compile(r"D draws|按 D 摸牌")
PASSES = re.compile(r"Your turn: P passes|轮到你，按 P")
CALL = re.compile(r"U calls UNO|按 U")
CATCH = re.compile(r"X catches|按 X 抓")
WHICH = re.compile(r"Which colour|选颜色")
OVER = re.compile(r"(You won!|你赢了！)|wins!|获胜！|Nobody won|无人获胜")
KEYS = {COLOR_BY_NAME[color]: color[0] for color in SIGNS}


class Kind(NamedTuple):
    """A card as it is called; two cards of a kind are equal."""

    color: int
    face: int


UNKNOWN = Kind(COLORLESS, 0)


class Belief(NamedTuple):
    """All that the choice of a card depends on."""

    hand: list[Kind]
    top: Kind
    color: int
    counts: list[int]
    next: int


def kind(color: str | None, face: str) -> Kind:
    return Kind(COLORS[color] if color else COLORLESS, int(face) if face.isdigit() else 9 + SYMBOLS[face])


def kind_of(card: Card) -> Kind:
    return Kind(COLOR[card], FACE[card])


def cards_of(kinds: Iterable[Kind]) -> list[Card]:
    """Some cards of these kinds."""
    left = list(ALL_CARDS)
    found = []
    for one in kinds:
        found.append(next(card for card in left if kind_of(card) == one))
        left.remove(found[-1])
    return found


@dataclass
class UnoByEar(MatchByEar):
    habits: random.Random = field(default_factory=lambda: random.Random(0))
    top: Kind = UNKNOWN
    color: int = COLORLESS

    async def hear(self, text: str) -> None:
        for color, face, named in LAID.findall(text):
            self.top = kind(color, face)
            self.color = COLORS[named] if named else self.top.color
        if over := OVER.search(text):
            self.won = over[1] is not None
        elif CATCH.search(text) and self.habits.random() < CATCHES:
            await self.ear.press("x")
        if CALL.search(text) and self.habits.random() >= FORGETS:
            await self.ear.press("u")
        if playable := PLAYABLE.search(text):
            await self.choose(int(playable[1] or playable[2]))
        elif PLAYS_DRAWN.search(text):
            await self.lay(await self.hand())
        elif DRAWS.search(text):
            await self.ear.press("d")
        elif PASSES.search(text):
            await self.ear.press("p")

    async def hand(self) -> list[Kind]:
        return [kind(*one) for one in ONE.findall(told(HAND, await self.ear.ask("g"))[1])]

    async def choose(self, playable: int) -> None:
        """Asks for the hand, and for what else counts; takes what the bot would take."""
        counts = [(who.strip(), int(n)) for who, n in COUNT.findall(await self.ear.ask("o"))]
        seats = [who for who, _ in counts]
        following = seats.index(told(NEXT, await self.ear.ask("r"))[1])
        belief = Belief(sorted(await self.hand()), self.top, self.color, [n for _, n in counts], following)
        await self.witness(belief)
        action = self.decided(belief, playable, seats.index(self.name))
        wanted = kind_of(CARD_BY_ID[action.payload.card_id])
        for _ in range(playable):
            if kind(*ONE.findall(await self.ear.ask("h"))[0]) == wanted:
                break
        left = list(belief.hand)
        left.remove(wanted)
        color = action.payload.chosen_color
        await self.lay(left, COLOR_BY_NAME[color] if color else None)

    def decided(self, belief: Belief, playable: int, me: int) -> Any:
        hand = cards_of(belief.hand)
        fits = [
            card
            for card in hand
            if COLOR[card] == belief.color or FACE[card] == belief.top.face or FACE[card] >= FACE_WILD
        ]
        assert len(fits) == playable, f"{playable} cards are playable, but not by {belief}"
        table: Any = SimpleNamespace(
            currentPlayer=me,
            phase=Phase.turn,
            turnNumber=0,
            currentColor=belief.color,
            direction=1 if belief.next == (me + 1) % len(belief.counts) else -1,
            players=[SimpleNamespace(cardCount=n, active=True) for n in belief.counts],
        )
        own: Any = SimpleNamespace(hand=hand, legalActions=[LegalAction(Did.PLAY_CARD, card) for card in fits])
        action = decide(table, own, me)
        assert isinstance(action, PlayCard)
        return action

    async def lay(self, left: list[Kind], color: int | None = None) -> None:
        """Plays the card that is chosen, and answers which colour it has."""
        if WHICH.search(await self.ear.press("Enter")):
            if color is None:  # of the card drawn just now, which is in the hand
                colors = [one.color for one in left if one.color != COLORLESS]
                color = max(range(4), key=lambda one: (colors.count(one), -one))
            await self.ear.press(KEYS[color])
