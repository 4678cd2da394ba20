"""The words of the game are those of the rules page (shandong.md 15.1)."""

import re
from pathlib import Path

import pytest

from games.shandong import GAME
from games.texts import missing, own_texts, texts

PAGE = Path(__file__).parents[3] / "docs" / "rules" / "shandong.md"


def codes_of_the_page():
    """The codes in the table of 15.1; a code that begins with an underscore shares the prefix of its row."""
    table = PAGE.read_text(encoding="utf-8").split("### 15.1 Codes")[1].split("### 15.2")[0]
    for row in re.findall(r"^\| ([A-Z_ /]+) \|", table, re.MULTILINE):
        first, *others = row.split(" / ")
        yield first
        yield from (re.sub("NEEDS.*", "NEEDS", first) + code if code[0] == "_" else code for code in others)
    yield from re.findall(r"([A-Z_]{8,}) \S+?[^A-Z]* /", table.split("Info events")[1])


def test_nothing_is_missing_in_either_language():
    assert missing(GAME) == []


@pytest.mark.parametrize("language", ["zh-CN", "en-US"])
def test_every_code_of_the_rules_page_has_its_text(language):
    words = own_texts(GAME)[language]
    codes = set(codes_of_the_page())
    assert len(codes) == 57
    assert {key.removeprefix("code.") for key in words if key.startswith("code.")} == codes


def test_the_texts_are_those_of_the_rules_page():
    words = texts(GAME)
    assert words["zh-CN"]["code.STICK_RETURN_NEEDS_TRUMP"] == "需要回一张大于A的主"
    assert words["en-US"]["code.MUST_PLAY_HIGHEST"] == "Must play the {count} highest: {cards}"
    assert words["zh-CN"]["code.NO_DECLARE_LATER"] == "无人亮主，闲家升三级并坐庄"
