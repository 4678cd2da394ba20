"""How somebody plays who knows the games and hears the table: from what was said to the keys that answer it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.browser.ears import Ears, Heard, quantile, spoken, words

Answers = Sequence[tuple[str, Sequence[str]]]

ROUND_OVER = re.compile(
    r"won the round|wins!|You won!|Nobody won|Enter: next round|赢了这局|获胜！|你赢了！|无人获胜|按回车开始下一局"
)
PLAYED = re.compile(r"You play|你出")
DREW = re.compile(r"You draw|你摸到")
CALLS: Answers = [(r"X catches|按 X 抓", ["x"]), (r"U calls UNO|按 U", ["u"])]
"""Beside the turn: these are answered as well."""
UNO: Answers = [
    (r"Your turn: Enter plays|轮到你，按回车出", ["Enter"]),
    (r"Your turn, \d+ playable|轮到你，\d+ 张可出", ["h", "Enter"]),
    (r"D draws|按 D", ["d"]),
    (r"P passes|P ends|按 P", ["p"]),
]
SHANDONG: Answers = [
    (r"H suggests|H 提示", ["h", "Enter"]),
    (r"can declare: 1|可以亮主：1|Choose what must|指定一种", ["1"]),
    (r"P passes|按 P", ["p"]),
    (r"Your turn|轮到你", ["h", "Enter"]),
]
FURTHER = re.compile(r"Which colour|选颜色|Enter again|再按回车")
"""What Enter was answered with wants Enter once more."""


@dataclass
class EarPlayer:
    """Answers what is asked until the round is over; counts the keys that each card took."""

    ear: Ears
    answers: Answers
    patient: bool = True
    """Do they hear everything before they answer, as a person does?"""
    a_card: list[int] = field(default_factory=list)
    first: int = 0
    """Keys from the page's load to the first card."""
    result: str = ""

    async def play(self, cards: int = 1000) -> None:
        """Until so many times cards were played, or the round is over."""
        ear, before = self.ear, len(self.ear.keys)
        while len(self.a_card) < cards and not self.result:
            text = (await ear.next()).text
            if PLAYED.search(text):
                self.first = self.first or len(ear.keys)
                self.a_card.append(len(ear.keys) - before)
            if PLAYED.search(text) or DREW.search(text):
                before = len(ear.keys)
            if ROUND_OVER.search(text):
                self.result = text
            else:
                await self._answer(text)

    async def _answer(self, text: str) -> None:
        calls = [keys for pattern, keys in CALLS if re.search(pattern, text)]
        turn = [keys for pattern, keys in self.answers if re.search(pattern, text)][:1]
        for key in (key for keys in (*calls, *turn) for key in keys):
            if FURTHER.search(await self._press(key)):
                await self._press("Enter")

    async def _press(self, key: str) -> str:
        if self.patient:
            await self.ear.listen()
        return await self.ear.press(key)

    def figures(self) -> dict[str, float]:
        """Of what the goals are about."""
        spans = while_others_play(self.ear.told, "|".join(pattern for pattern, _ in self.answers))
        told = sum(words(one.text) for span in spans for one in span[1:])
        seconds = sum(span[-1].at - span[0].at for span in spans)
        said = spoken(self.ear.told, self.ear.pressed)
        return {
            "keys to the first card": self.first,
            "keys a card, median": quantile(self.a_card, 0.5),
            "keys a card, p90": quantile(self.a_card, 0.9),
            "words a minute": round(told / max(seconds, 1) * 60),
            "seconds late, p90": round(quantile([one.late for one in said], 0.9), 2),
            "cards": len(self.a_card),
        }


def while_others_play(told: Sequence[Heard], asking: str) -> list[list[Heard]]:
    """From the reader's own card to the next time that something is asked of them."""
    spans: list[list[Heard]] = []
    span: list[Heard] = []
    for one in told:
        if one.now:
            continue
        if span:
            span.append(one)
            if re.search(asking, one.text):
                spans.append(span)
                span = []
        if PLAYED.search(one.text) or DREW.search(one.text):
            span = [one]
    return spans
