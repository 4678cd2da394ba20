"""The style of the output: language, colour, width; and the words for cards and refusals."""

from __future__ import annotations

import re
import shutil
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from games.api import AnyGame
from games.texts import texts
from server.client import sentences

Json = Any
Language = Literal["zh", "en"]

_LETTERS: Final = {"red": "R", "blue": "B", "green": "G", "yellow": "Y"}
_HANZI: Final = {"red": "红", "blue": "蓝", "green": "绿", "yellow": "黄"}
_NAMES: Final = {
    "zh": {"skip": "跳过", "reverse": "反转", "draw_two": "+2", "wild": "变色", "wild_draw_four": "+4"},
    "en": {"skip": "skip", "reverse": "reverse", "draw_two": "+2", "wild": "WILD", "wild_draw_four": "+4"},
}
_ESCAPES: Final = {"red": "31", "blue": "34", "green": "32", "yellow": "33"}
COLORS: Final = ("red", "blue", "green", "yellow")
PICTURE_WIDTH: Final = 60
_ESCAPED: Final = re.compile(r"\x1b\[[0-9;]*m")


@dataclass
class Style:
    """The style of everything that is printed."""

    language: Language = "zh"
    color: bool = False
    ascii: bool = False
    game: AnyGame | None = None
    _texts: Mapping[str, str] = field(default_factory=dict)

    def say(self, zh: str, en: str) -> str:
        """A sentence in the chosen language."""
        return zh if self.language == "zh" else en

    def word(self, key: str, **params: Json) -> str:
        """A text from the game's own catalogue, or the key if there is none."""
        found = self.catalogue.get(key, key)
        try:
            return found.format(**params)
        except (KeyError, IndexError):
            return found

    def speak(self, language: Language) -> None:
        self.language = language
        self._texts = {}

    def refusal(self, refused: Json) -> str:
        """A refusal as a sentence, whether from the game or the platform."""
        return sentences.refusal(refused, self.locale, self.catalogue)

    @property
    def catalogue(self) -> Mapping[str, str]:
        """The game's own catalogue."""
        if self.game is not None and not self._texts:
            self._texts = texts(self.game)[self.locale]
        return self._texts

    @property
    def locale(self) -> sentences.Language:
        return "zh-CN" if self.language == "zh" else "en-US"

    def seconds_left(self, seconds: float) -> str:
        return self.say(f"剩 {round(seconds)} 秒", f"{round(seconds)} s left")

    def color_name(self, color: str | None) -> str:
        return "?" if color is None else self.word(f"word.Color.{color}")

    def card(self, face: Json, chosen: str | None = None) -> str:
        """`[红 5]`, `[+4 → 蓝]`: the colour is written as text, and shown in colour if the terminal can."""
        color = face["color"]
        name = str(face["value"]) if face["type"] == "number" else _NAMES[self.language][face["type"]]
        if color is not None:
            text = f"[{_HANZI[color] if self.language == 'zh' else _LETTERS[color]} {name}]"
        else:
            text = f"[{name} {self.arrow(1)} {self.color_name(chosen)}]" if chosen else f"[{name}]"
        return self.paint(text, color or chosen)

    def paint(self, text: str, color: str | None) -> str:
        if not self.color or color is None:
            return text
        return f"\x1b[1;{_ESCAPES[color]}m{text}\x1b[0m"

    def short(self, face: Json) -> str:
        """A short form for the picture of the table: `R5`, `G skip`, `WILD`."""
        if face["type"] == "number":
            return f"{_LETTERS[face['color']]}{face['value']}"
        name = _NAMES["en"][face["type"]]
        return f"{_LETTERS[face['color']]} {name}" if face["color"] else name

    def arrow(self, direction: int) -> str:
        if self.ascii:
            return "->" if direction == 1 else "<-"
        return "→" if direction == 1 else "←"

    def rows(self, items: Iterable[str], first: str = "") -> list[str]:
        """The items side by side, in as many rows as the width requires."""
        rows = [first]
        for item in items:
            if rows[-1] and _columns(rows[-1]) + 2 + _columns(item) > self.width:
                rows.append(item)
            else:
                rows[-1] += ("  " if rows[-1] else "") + item
        return rows

    @property
    def width(self) -> int:
        return shutil.get_terminal_size((80, 24)).columns


def _columns(text: str) -> int:
    """The number of columns of a text: Chinese characters take two, escape codes none."""
    plain = _ESCAPED.sub("", text)
    return sum(2 if unicodedata.east_asian_width(char) in ("W", "F") else 1 for char in plain)
