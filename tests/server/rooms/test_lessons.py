"""Lessons: played to their end by the real rules, and patient with every other legal move."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import crazy_eights
import msgspec
import pytest

from games.api import LEARNER, AnyGame, Lesson, Refused
from games.catalog import installed
from games.texts import LANGUAGES, package_of
from server.rooms.document import OVER, PLAYING
from server.rooms.match_end import record_of
from server.rooms.wake_times import AWAY_AFTER
from tests.server.rooms.room_driver import Driver

plain = msgspec.to_builtins
GAMES = {id_: game for id_, game in installed().items() if game.lesson is not None}
EACH = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def begun(game: AnyGame) -> Driver:
    room = Driver(game=game, lesson=True)
    room.ask("ann", "enter", room="CODE22")
    return room


def lesson_of(game: AnyGame) -> Lesson[Any, Any, Any]:
    assert game.lesson is not None
    return game.lesson


def asked(room: Driver) -> Any:
    """The action that the page is told of; None while others move."""
    lesson = room.seen.room.lesson
    assert lesson is not None
    return lesson.asks


def step(room: Driver) -> None:
    """One move: the one that is asked, or a bot's."""
    action = asked(room)
    if action is None:
        room.due()
    else:
        room.act("ann", action)


def others(room: Driver) -> list[Any]:
    """What else the rules would let the learner do."""
    game = room.room.game
    listed = [] if game.listed is None else [plain(action) for action in game.listed(room.seen.owns[LEARNER])]
    return [*listed, *(room.legal(LEARNER) for _ in range(20))]


def refusal(room: Driver, action: Any) -> str | None:
    """Why the learner may not do that; None: they have done it."""
    try:
        room.act("ann", action)
    except Refused as refused:
        return refused.code
    return None


@EACH
def test_a_lesson_is_played_to_its_end_whatever_else_the_learner_tries(game: AnyGame):
    room, refused = begun(game), 0
    while room.room.cold.phase == PLAYING:
        before = room.seen.room.lesson
        if asked(room) is not None:
            for action in others(room):
                at, state = room.seen.room.lesson, room.room.hot.state
                if (code := refusal(room, action)) is None:
                    break  # it does the same as the one that is asked
                assert code == "lesson.other", action
                assert (room.seen.room.lesson, room.room.hot.state) == (at, state)
                refused += 1
        if room.seen.room.lesson == before:
            step(room)
    moves = len(lesson_of(game).moves)
    assert plain(room.seen.room.lesson) == [moves, moves, "done", None]
    assert refused
    outcome = game.outcome(msgspec.msgpack.decode(room.room.hot.state, type=game.State))
    assert outcome is not None
    assert LEARNER in outcome.winners
    assert record_of(room.room) == "", "it has not begun with a deal"


@EACH
def test_a_learner_who_comes_back_is_asked_the_same(game: AnyGame):
    room = begun(game)
    for _ in range(len(lesson_of(game).moves)):
        room.lose("ann")
        room.platform += AWAY_AFTER
        while asked(room) is None and room.room.cold.phase == PLAYING:
            room.due()  # bots go on while nobody looks
        waiting, state = room.seen.room.lesson, room.room.hot.state
        if room.room.cold.phase == PLAYING and any(doc.lost_at for doc in room.room.cold.seats):
            room.due()
        room.ask("ann", "enter", room="CODE22")
        assert (room.seen.room.lesson, room.room.hot.state) == (waiting, state)
        if room.room.cold.phase == OVER:
            break
        step(room)
    assert room.room.cold.phase == OVER


@EACH
def test_a_lesson_is_a_practice_room_for_its_learner_alone(game: AnyGame):
    room = begun(game)
    view = room.seen.room
    assert view.practice
    with pytest.raises(Refused, match=r"room\.locked"):
        room.ask("bob", "enter", room="CODE22", name="Bob", sit=True)
    room.ask("ann", "leave")
    assert room.room.cold.phase == OVER, "it has nobody else to teach"


@EACH
def test_after_a_lesson_the_room_plays_an_ordinary_match(game: AnyGame):
    room = begun(game)
    while room.room.cold.phase == PLAYING:
        step(room)
    room.ask("ann", "rematch")
    assert room.room.cold.phase == PLAYING
    assert room.seen.room.lesson is None
    assert any(plan.action or plan.ponder for plan in room.room.hot.plans) or room.room.hot.wake is not None


@EACH
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_a_lesson_is_written_and_used(game: AnyGame, language: str):
    said = json.loads((files(package_of(game)) / "client" / "lesson" / f"{language}.json").read_text("utf-8"))
    assert said.keys() == {move.says for move in lesson_of(game).moves} | {"done"}
    longest = 110 if language == "en-US" else 48  # three lines of a phone
    assert {key: text for key, text in said.items() if not text or len(text) > longest} == {}


def test_a_game_without_a_lesson_says_so():
    with pytest.raises(Refused, match=r"lesson\.none"):
        Driver(game=crazy_eights.GAME, lesson=True)
