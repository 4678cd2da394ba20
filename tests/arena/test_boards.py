"""Results are booked once, on the board that the rules name (uno.md 21)."""

from __future__ import annotations

import msgspec

from games.api import Outcome
from games.catalog import installed
from server.boards.standings import Standings
from server.rooms.document import Cold, Hot, Room, SeatDoc

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
    assert list(await standings.top("casual", 10)) == []
    assert list(await standings.top("arena", 10)) == []
    assert len(await standings.top("sandbox", 10)) == 2


async def test_practice_counts_nowhere(store):
    standings = Standings(store)
    practice = room()
    cold = msgspec.structs.replace(practice.cold, practice="seven")
    await standings.finished(Room(practice.id, practice.game, cold, practice.hot), outcome())
    assert list(await standings.top("casual", 10)) == []
