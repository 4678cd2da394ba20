"""Results are booked once, on the board that the rules name (uno.md 21)."""

from __future__ import annotations

import msgspec

from games.api import Outcome
from games.catalog import installed
from server.boards.page import language_for, page
from server.boards.standings import Standing, Standings
from server.rooms.document import Cold, Hot, SeatDoc
from server.rooms.room import Room

UNO = installed(only=["uno"])["uno"]


def room(matches: int = 1, name: str = "Ann") -> Room:
    seats = (
        SeatDoc(player="a1b2c3", name=name),
        SeatDoc(player="d4e5f6", name="Ben"),
        SeatDoc(name="Bot 1", bot="heuristic"),
    )
    return Room("0" * 32, UNO, Cold("CODE", "uno", 1, "official-500", {}, "a1b2c3", seats, matches=matches), Hot())


def outcome(**changed) -> Outcome:
    usual = {"winners": (1,), "ranking": (1, 0, 2), "scores": (120, 510, 300), "reason": "out", "board": "casual"}
    return Outcome(**{**usual, **changed})


async def test_a_match_is_booked_once_whoever_tells_of_it_again(store):
    standings = Standings(store)
    for _ in range(3):
        await standings.finished(room(), outcome())
    ben, ann = await standings.top("casual", 10)
    assert (ben.rank, ben.name, ben.tag, ben.played, ben.won, ben.points) == (1, "Ben", "d4e5", 1, 1, 510)
    assert (ann.rank, ann.name, ann.played, ann.won, ann.points) == (2, "Ann", 1, 0, 120)


async def test_wins_count_before_points_and_the_newest_name_is_shown(store):
    standings = Standings(store)
    await standings.finished(room(1), outcome(winners=(0,), scores=(10, 999, 0)))
    await standings.finished(room(2, name="Anna"), outcome(winners=(0,), scores=(20, 999, 0)))
    first, second = await standings.top("casual", 10)
    assert (first.name, first.won, first.points) == ("Anna", 2, 30)
    assert (second.name, second.won, second.points) == ("Ben", 0, 1998)
    assert first.shown()["winRate"] == 1.0


async def test_boards_are_apart_and_what_does_not_count_is_booked_nowhere(store):
    standings = Standings(store)
    await standings.finished(room(1), outcome(counts=False, reason="abandoned"))
    await standings.finished(room(2), outcome(board=""))
    await standings.finished(room(3), outcome(board="sandbox"))
    assert list(await standings.top("sandbox", 10)) == []  # an ordinary room may claim what it likes
    arena = room(4)
    cold = msgspec.structs.replace(arena.cold, notes={"mode": "sandbox"})
    await standings.finished(Room(arena.id, arena.game, cold, arena.hot), outcome(board="sandbox"))
    assert list(await standings.top("casual", 10)) == []
    assert list(await standings.top("arena", 10)) == []
    assert len(await standings.top("sandbox", 10)) == 2


async def test_who_left_a_match_has_lost_it_whoever_went_on(store):
    standings = Standings(store)
    played = room()
    cold = msgspec.structs.replace(played.cold, left=(("abcdef", "Cy"), ("a1b2c3", "Ann")))
    await standings.finished(Room(played.id, played.game, cold, played.hot), outcome())
    rows = {row.name: (row.played, row.won, row.points) for row in await standings.top("casual", 10)}
    assert rows == {"Ben": (1, 1, 510), "Ann": (1, 0, 120), "Cy": (1, 0, 0)}  # Ann came back


async def test_programs_are_marked_and_told_apart_by_what_is_theirs(store):
    standings = Standings(store)
    played = room()
    seats = (SeatDoc(player="bot-1234", name="Otto"), *played.cold.seats[1:])
    cold = msgspec.structs.replace(played.cold, seats=seats)
    await standings.finished(Room(played.id, played.game, cold, played.hot), outcome())
    ben, otto = await standings.top("casual", 10)
    assert (otto.tag, otto.program, otto.shown()["program"]) == ("1234", True, True)
    assert (ben.program, "program" in ben.shown()) == (False, False)


def test_a_page_has_every_name_as_text_and_speaks_both_languages():
    nasty = Standing(1, '<img src=x onerror="alert(1)">&\u202e', "a1b2", 3, 2, 700, program=True)
    boards = {"arena": [], "sandbox": [nasty], "casual": []}
    for language, word in (("zh", "排行榜"), ("en", "Leaderboards")):
        text = page(boards, language)
        assert word in text
        assert "<img src=x" not in text
        assert "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;" in text
        assert "66.7%" in text
        assert "<script" not in text
        assert " style=" not in text


def test_the_address_says_the_language_or_else_the_browser():
    assert language_for("en", "zh-CN") == "en"
    assert language_for("zh", "en") == "zh"
    assert language_for("xx", "zh-CN,zh;q=0.9,en;q=0.8") == "zh"
    assert language_for(None, "de, en-GB;q=0.9, zh;q=0.1") == "en"
    assert language_for(None, "fr") == language_for(None, "") == "en"


async def test_practice_counts_nowhere(store):
    standings = Standings(store)
    practice = room()
    cold = msgspec.structs.replace(practice.cold, practice="seven")
    await standings.finished(Room(practice.id, practice.game, cold, practice.hot), outcome())
    assert list(await standings.top("casual", 10)) == []
