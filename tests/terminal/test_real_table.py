"""One table, and everybody at it: a terminal, `paiju bot`, and the example bot (uno.md 22)."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import pytest

from server.client.room_client import RoomClient
from tests.support.served import Served
from tests.support.stores import until
from tests.terminal.typist import PAIJU, SimplePlayer, Typist

ROOT = Path(__file__).parents[2]


@pytest.fixture
def served(tmp_path):
    one = Served(tmp_path / "served")
    one.start()
    yield one
    one.end()


def programs(*commands: list[str]) -> list[subprocess.Popen]:
    return [subprocess.Popen(command) for command in commands]


async def room_of(served: Served, host: RoomClient, **options) -> str:
    await host.connect()
    made = await host.ask("create", game="uno", name="Host", preset="standard", options=options)
    await host.enter(made["code"], "Host")
    return made["code"]


async def test_a_terminal_and_bots_from_outside_finish_a_game_at_one_table(served, tmp_path):
    host = RoomClient(served.url)
    rules = {"initialCards": 3, "turnSeconds": 1, "afkTimeouts": 1}  # a bot plays for the host
    code = await room_of(served, host, **rules)
    bots = programs(
        [*PAIJU, "bot", "--server", served.url, "--room", code, "--strategy", "heuristic"],
        [sys.executable, str(ROOT / "examples" / "bots" / "native_uno.py"), served.url, code],
    )
    try:
        with Typist(["--server", served.url, "--room", code, "--name", "Tess", "--lang", "en"], tmp_path) as person:
            await until(lambda: sum(seat["sitter"] == "person" for seat in host.room["seats"]) == 4, 20)
            await host.ask("start")
            assert await asyncio.to_thread(person.play, SimplePlayer()) == 0
            assert "*** Match over, winner: " in person.text
            assert "Traceback" not in person.text
        assert await asyncio.to_thread(lambda: [bot.wait(20) for bot in bots]) == [0, 0]
        await until(lambda: host.room["phase"] == "over")
    finally:
        await host.close()
        for bot in bots:
            if bot.poll() is None:
                bot.kill()
                bot.wait()


async def test_a_terminal_is_told_why_it_may_not_sit_down(served, tmp_path):
    with Typist(["--server", served.url, "--room", "ZZZZZZ"], tmp_path) as person:
        await asyncio.to_thread(person.more)
        assert person.process.wait(10) == 1
        assert person.text.strip() == "没有这个房间号，可能已经结束。"


async def test_a_server_that_does_not_answer_is_told_in_a_sentence(tmp_path):
    for language, said in (("en", "No server answers at 127.0.0.1:9"), ("zh", "连不上 127.0.0.1:9")):
        with Typist(["--server", "127.0.0.1:9", "--room", "ABCDEF", "--lang", language], tmp_path) as person:
            assert await asyncio.to_thread(person.more) is None
            assert person.process.wait(10) == 2
            assert person.text.startswith(said)


async def test_the_clock_of_a_real_table_is_shown_and_a_lost_turn_asks_for_nothing(served, tmp_path):
    host = RoomClient(served.url)
    code = await room_of(served, host, turnSeconds=9, afkTimeouts=0, maxPlayers=2)
    address = served.url.removeprefix("http://")
    try:
        arguments = ["--server", address, "--room", code, "--name", "Tess", "--lang", "en"]
        with Typist(arguments, tmp_path, terminal=True) as person:
            await until(lambda: sum(seat["sitter"] == "person" for seat in host.room["seats"]) == 2, 20)
            await host.ask("start")
            me = next(i for i, seat in enumerate(host.room["seats"]) if seat["name"] == "Tess")
            while host.table is None or host.table["currentPlayer"] != me:
                if host.table is not None and host.table["currentPlayer"] == host.seat:
                    await host.act({"action": "DRAW_CARD", "payload": {}})
                    await host.act({"action": "SKIP_TURN", "payload": {}})
                await host.news()
            shown = await asyncio.to_thread(person.more)
            assert re.search(r"[6-9] s left", shown)
            person.press("99")  # and no Enter: when the turn is lost, this is an answer to nothing
            warned = await asyncio.to_thread(person.more)
            assert "5 s left" in warned
            await until(lambda: host.table["currentPlayer"] != me, 20)
            await host.act({"action": "DRAW_CARD", "payload": {}})
            await host.act({"action": "SKIP_TURN", "payload": {}})
            again = await asyncio.to_thread(person.more)
            assert "You ran out of time" in again
            assert "1. 摸一张牌 / Draw a card" in again
            person.type("0")
            assert "需要先进行有效操作 / Act first" in await asyncio.to_thread(person.more)
    finally:
        await host.close()


async def test_players_who_are_shown_out_are_told_why(served, tmp_path):
    host = RoomClient(served.url)
    code = await room_of(served, host)
    try:
        with Typist(
            ["--server", f"{served.url}/", "--room", code, "--name", "Tess", "--lang", "en"], tmp_path
        ) as person:
            await asyncio.to_thread(person.more, end=re.compile("waiting for the host"))
            await until(lambda: any(seat["name"] == "Tess" for seat in host.room["seats"]), 20)
            seat = next(i for i, seat in enumerate(host.room["seats"]) if seat["name"] == "Tess")
            await host.ask("kick", seat=seat)
            assert await asyncio.to_thread(person.more) is None
            assert person.process.wait(10) == 2
            assert person.text.splitlines()[-1] == "You were removed from the room."
    finally:
        await host.close()
