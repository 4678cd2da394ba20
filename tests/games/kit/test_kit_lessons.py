"""A lesson that could not be finished is found before anybody plays it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.api import AnyGame, Lesson, LessonMove
from games.kit.lessons import teaches_what_its_lesson_says
from games.kit.promise import Broken
from games.texts import LANGUAGES
from tests.games.kit.eights import GAME
from tests.games.kit.eights.cards import NUMBERS, suit_of
from tests.games.kit.eights.state import Draw, Options, Play, State

HANDS = (["AH"], ["2S", "3S"])
SENTENCES = {"win": "Play your ace.", "done": "You won."}


def begin(options: Options) -> State:
    hands = [[NUMBERS[name] for name in hand] for hand in HANDS]
    top = NUMBERS["KH"]
    stock = [card for card in range(52) if card not in {top, *hands[0], *hands[1]}]
    limit = options.turn_seconds * 1000
    return State(hands, stock, [top], suit_of(top), 0, 0, False, 0, [], limit, limit)


def taught(
    monkeypatch: pytest.MonkeyPatch, folder: Path, moves: Sequence[LessonMove[Any]], said: Any, preset: str = "standard"
) -> AnyGame:
    """The game with that lesson, in a package that has those sentences."""
    package = folder / "taught"
    (package / "client" / "lesson").mkdir(parents=True)
    (package / "__init__.py").touch()
    for language in LANGUAGES:
        (package / "client" / "lesson" / f"{language}.json").write_text(json.dumps(said), encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "taught", raising=False)
    lesson = Lesson(minutes=1, preset=preset, options={}, seats=2, begin=begin, moves=moves)
    other: AnyGame = GAME
    return replace(other, lesson=lesson, package="taught")


WIN = LessonMove(seat=0, action=Play("AH", None), says="win")


def test_a_sound_lesson_passes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    teaches_what_its_lesson_says(taught(monkeypatch, tmp_path, [WIN], SENTENCES))


@pytest.mark.parametrize(
    ("moves", "said", "complaint"),
    [
        ([LessonMove(seat=0, action=Play("2S", None), says="win")], SENTENCES, r"move 0 .* refused: card.not_held"),
        ([LessonMove(seat=1, action=Draw(), says="win")], SENTENCES, r"move 0 .* seat 1\) is refused"),
        ([LessonMove(seat=0, action=Draw(), says="win")], SENTENCES, "should end with a match that seat 0 wins"),
        ([WIN], {"win": "Play your ace."}, "zh-CN: done, en-US: done"),
        ([LessonMove(seat=0, action=Play("AH", None), says="lost")], SENTENCES, "zh-CN: lost, en-US: lost"),
    ],
)
def test_a_lesson_that_cannot_be_finished_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, moves: Any, said: Any, complaint: str
):
    with pytest.raises(Broken, match=complaint):
        teaches_what_its_lesson_says(taught(monkeypatch, tmp_path, moves, said))
