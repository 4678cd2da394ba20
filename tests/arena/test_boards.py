"""Results count once, on the board that the rules name (uno.md 21)."""

from __future__ import annotations

import msgspec
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from games.api import AnyGame, Outcome
from games.catalog import installed
from games.chance import Chance
from games.shandong.state import Phase, Result
from server.boards.board_html import BoardTable, GameBoards, language_for, page
from server.boards.board_pages import BoardPages
from server.boards.standings import WIN, Standing, Standings
from server.rooms.document import Cold, Hot, SeatDoc
from server.rooms.room import Room
from server.store.boards import Row

BOARDS = ("shandong.casual", "arena", "sandbox", "casual")

UNO, SHANDONG = (installed(only=[name])[name] for name in ("uno", "shandong"))


def room(matches: int = 1, name: str = "Ann", game: AnyGame = UNO) -> Room:
    seats = (
        SeatDoc(player="a1b2c3", name=name),
        SeatDoc(player="d4e5f6", name="Ben"),
        SeatDoc(name="Bot 1", bot="heuristic"),
    )
    return Room("0" * 32, game, Cold("CODE", game.id, 1, "standard", {}, "a1b2c3", seats, matches=matches), Hot())


def outcome(**changed) -> Outcome:
    usual = {"winners": (1,), "ranking": (1, 0, 2), "scores": (120, 510, 300), "reason": "out", "board": "casual"}
    return Outcome(**{**usual, **changed})


async def test_a_match_counts_once_even_if_it_is_reported_again(store):
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


async def test_each_game_has_its_own_boards(store):
    standings = Standings(store)
    await standings.finished(room(1, game=SHANDONG), outcome(winners=(0,), scores=(12, 10, 12, 10), board="casual"))
    assert [(row.name, row.won, row.points) for row in await standings.top("shandong.casual", 10)] == [
        ("Ann", 1, 12),
        ("Ben", 0, 10),
    ]
    assert list(await standings.top("casual", 10)) == []
    await standings.finished(room(2), outcome())
    assert [row.name for row in await standings.top("casual", 10)] == ["Ben", "Ann"]
    assert [row.name for row in await standings.top("shandong.casual", 10)] == ["Ann", "Ben"]


async def test_a_board_that_the_game_does_not_have_books_nothing(store):
    standings = Standings(store)
    await standings.finished(room(game=SHANDONG), outcome(board="arena"))
    await standings.finished(room(game=SHANDONG), outcome(board="shandong"))
    for board in ("arena", "shandong", "shandong.arena", "shandong.shandong"):
        assert list(await standings.top(board, 10)) == []


async def test_results_from_before_boards_were_per_game_are_still_there(store):
    await store.marks.call_names("casual", {"a1b2c3": "Ann"})
    await store.boards.book("casual", "old.1", [Row("a1b2c3", WIN + 500, {"played": 1, "won": 1, "points": 500})])
    standings = Standings(store)
    await standings.finished(room(2), outcome(winners=(0,), scores=(10, 0, 0)))
    ann = (await standings.top("casual", 10))[0]
    assert (ann.name, ann.played, ann.won, ann.points) == ("Ann", 2, 2, 510)


def test_a_match_of_shandong_is_for_its_casual_board():
    over = msgspec.structs.replace(
        SHANDONG.setup(SHANDONG.resolve("standard", {}, 4), ["human"] * 4, Chance(b"board"), 0).state,
        phase=Phase.match_end,
        levels=[12, 3],
    )
    over.round.result = Result(
        dealer_keeps=True, steps=1, levels=(12, 3), next_dealer=None, match_winner=0,
        bottom_points=0, multiplier=1, defender_delta=0, defender_points=40,
    )  # fmt: skip
    ended = SHANDONG.outcome(over)
    assert (ended.board, ended.counts, ended.scores) == ("casual", True, [12, 3, 12, 3])
    assert ended.board in SHANDONG.boards


async def test_the_boards_of_every_game_are_served_by_the_names_they_have(store):
    standings, app = Standings(store), web.Application()
    BoardPages(standings, {"shandong": SHANDONG, "uno": UNO}).add_to(app)
    await standings.finished(room(game=SHANDONG), outcome())
    async with TestClient(TestServer(app)) as client:
        rows = (await (await client.get("/api/v1/boards/shandong.casual")).json())["rows"]
        assert [row["name"] for row in rows] == ["Ben", "Ann"]
        assert (await (await client.get("/api/v1/boards/casual")).json())["rows"] == []
        missing = await client.get("/api/v1/boards/shandong")
        assert (missing.status, (await missing.json())["boards"]) == (404, [*BOARDS])
        text = await (await client.get("/boards?lang=en")).text()
    places = [text.index(part) for part in (">Shandong Upgrade</h2>", "Ben</bdi>", ">UNO</h2>", ">Arena</h3>")]
    assert places == sorted(places)


async def test_a_player_who_left_a_match_has_lost_it_whoever_took_over(store):
    standings = Standings(store)
    played = room()
    cold = msgspec.structs.replace(played.cold, left=(("abcdef", "Cy"), ("a1b2c3", "Ann")))
    await standings.finished(Room(played.id, played.game, cold, played.hot), outcome())
    rows = {row.name: (row.played, row.won, row.points) for row in await standings.top("casual", 10)}
    assert rows == {"Ben": (1, 1, 510), "Ann": (1, 0, 120), "Cy": (1, 0, 0)}  # Ann came back


async def test_programs_are_marked_and_told_apart_by_their_tokens(store):
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
    boards = [GameBoards("UNO", [BoardTable("arena", "A", "", []), BoardTable("sandbox", "B", "", [nasty])])]
    for text, word in ((page(boards, "zh"), "排行榜"), (page(boards, "en"), "Leaderboards")):
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
