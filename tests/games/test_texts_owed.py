"""The text keys that a game needs are read from its declarations and from its source."""

import sys
from dataclasses import replace
from enum import Enum
from typing import Annotated, Literal

import msgspec
import pytest

from games import texts
from games.api import AnyGame
from tests.games.kit.eights import GAME


class Pace(Enum):
    SLOW = "slow"
    FAST = "fast"


class Options(msgspec.Struct, rename="camel"):
    turn_order: Annotated[Literal["left", "right"] | None, msgspec.Meta(description="which way")] = None
    pace: Pace = Pace.SLOW


def test_each_option_owes_its_name_and_its_choices():
    other: AnyGame = GAME
    assert texts.needed(replace(other, Options=Options, package="tests.games.kit.eights")) >= {
        "option.turnOrder", "option.turnOrder.left", "option.turnOrder.right",
        "option.pace", "option.pace.slow", "option.pace.fast",
    }  # fmt: skip


def test_codes_are_read_from_the_source():
    assert {"suit.needed", "suit.not_now", "turn.not_yours"} <= texts.codes_in_source("tests.games.kit.eights")


def test_words_and_actions_and_events_are_owed():
    assert {"word.Suit.hearts", "word.Kind.pass", "action.draw", "event.recycled"} <= texts.needed(GAME)


def test_a_complete_game_lacks_nothing():
    assert texts.missing(GAME) == []


def test_what_one_language_says_the_other_must_say(tmp_path, monkeypatch):
    package = tmp_path / "half_worded"
    (package / "texts").mkdir(parents=True)
    (package / "__init__.py").touch()
    for language in texts.LANGUAGES:
        words = texts.texts(GAME)[language] | ({"help.goal": "目标"} if language == "zh-CN" else {})
        (package / "texts" / f"{language}.json").write_bytes(msgspec.json.encode(words))
    monkeypatch.syspath_prepend(tmp_path)
    try:
        assert texts.missing(replace(GAME, package="half_worded")) == ["en-US: help.goal"]
    finally:
        sys.modules.pop("half_worded", None)


def test_a_missing_language_is_not_a_silent_one():
    with pytest.raises(texts.Unreadable, match=r"games/kit/texts/zh-CN\.json: No such file"):
        texts.texts(replace(GAME, package="games.kit"))


def test_words_that_cannot_be_read_are_named_with_their_line(tmp_path, monkeypatch):
    package = tmp_path / "misspelt"
    (package / "texts").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "texts" / "zh-CN.json").write_text('{\n  "game.name": "牌",\n  "game.about" "?"\n}', encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    try:
        with pytest.raises(texts.Unreadable, match=r"misspelt/texts/zh-CN\.json, line 3: JSON is malformed"):
            texts.texts(replace(GAME, package="misspelt"))
    finally:
        sys.modules.pop("misspelt", None)
