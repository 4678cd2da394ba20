"""The bot of `docs/writing-a-bot.md` plays a whole match at a real table, and its commands run."""

import asyncio
import os
import re
import subprocess
import sys

import aiohttp
import pytest

from tests.architecture.tree import ROOT
from tests.support.stores import free_port, until

PAGE = (ROOT / "docs" / "writing-a-bot.md").read_text(encoding="utf-8")


FLIES = """
import sys
for line in sys.stdin:
    if '"decide"' in line:
        print('{"action": {"type": "fly"}}', flush=True)
"""


def block(language: str, number: int = 0) -> str:
    """A block of code in that language: the first one."""
    return re.findall(rf"```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[number]


def with_exec(table, code, command):
    """The words that let a program play."""
    return ["-m", "server", "bot", "--name", "Robot", "--exec", command, "--server", table, "--room", code]


@pytest.fixture
async def table(tmp_path):
    """The address of a served table with a private store."""
    port = free_port()
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", "server", "serve", "--quiet", cwd=tmp_path,
        env={**os.environ, "PAIJU_PORT": str(port), "PAIJU_HOST": "127.0.0.1", "PAIJU_DATA": str(tmp_path / "data")},
    )  # fmt: skip
    address = f"http://127.0.0.1:{port}"
    async with aiohttp.ClientSession() as http:

        async def ready():
            try:
                async with http.get(f"{address}/readyz") as answer:
                    return answer.status == 200
            except aiohttp.ClientError:
                return False

        await until(ready, 30)
    yield address
    server.terminate()
    assert await asyncio.wait_for(server.wait(), 20) == 0


class Host:
    """Somebody at the plain JSON door who asks and gets answers."""

    def __init__(self, door):
        self.door = door
        self.asked = 0

    async def ask(self, kind, **fields):
        self.asked += 1
        await self.door.send_json({"id": self.asked, "kind": kind, **fields})
        while True:
            told = await self.door.receive_json()
            if kind == "hello" or told.get("re") == self.asked:
                return told.get("ok", told)


async def test_the_bot_plays_a_match_to_its_end(table, tmp_path):
    (tmp_path / "bot.py").write_text(block("python"))
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{table}/api/v1/ws") as door:
        host = Host(door)
        await host.ask("hello", protocol=1)
        code = (await host.ask("create", game="crazy-eights", name="Ann", bots=1, level="simple"))["code"]
        await host.ask("enter", room=code)
        await host.ask("stand")
        bot = await asyncio.create_subprocess_exec(sys.executable, "bot.py", table, code, cwd=tmp_path)

        async def seated():
            await asyncio.sleep(0.06)  # no more than the door takes from one person
            seats = (await host.ask("sync", cursor=[0, 0, 0]))["room"]["seats"]
            return [seat["name"] for seat in seats if seat["name"]] == ["Robot", "Bot 1"]

        await until(seated)
        await host.ask("start")
        assert await asyncio.wait_for(bot.wait(), 120) == 0


async def seated(host, people):
    """Do so many sit there by now?"""
    await asyncio.sleep(0.06)  # no more than the door takes from one person
    seats = (await host.ask("sync", cursor=[0, 0, 0]))["room"]["seats"]
    return len([seat for seat in seats if seat["name"]]) == people


async def test_the_shorter_bots_play_each_other(table, tmp_path):
    for number, name in enumerate(("seat_bot.py", "lines.py"), 1):
        (tmp_path / name).write_text(block("python", number))
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{table}/api/v1/ws") as door:
        host = Host(door)
        await host.ask("hello", protocol=1)
        code = (await host.ask("create", game="crazy-eights", name="Ann"))["code"]
        await host.ask("enter", room=code)
        await host.ask("stand")
        one = await asyncio.create_subprocess_exec(sys.executable, "seat_bot.py", table, code, cwd=tmp_path)
        words = with_exec(table, code, f"{sys.executable} lines.py")
        other = await asyncio.create_subprocess_exec(sys.executable, *words, cwd=tmp_path)
        await until(lambda: seated(host, 2))
        await host.ask("start")
        assert [await asyncio.wait_for(bot.wait(), 120) for bot in (one, other)] == [0, 0]


async def test_a_program_that_plays_wrong_again_and_again_is_ended(table, tmp_path):
    (tmp_path / "fly.py").write_text(FLIES)
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{table}/api/v1/ws") as door:
        host = Host(door)
        await host.ask("hello", protocol=1)
        code = (await host.ask("create", game="crazy-eights", name="Ann"))["code"]
        await host.ask("enter", room=code)
        bot = await asyncio.create_subprocess_exec(
            sys.executable, *with_exec(table, code, f"{sys.executable} fly.py"), cwd=tmp_path,
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        await until(lambda: seated(host, 2))
        await host.ask("start")
        _, said = await asyncio.wait_for(bot.communicate(), 30)
    assert bot.returncode == 2
    assert said.decode().splitlines()[-1] == "the program was refused 3 times in a row: {'type': 'fly'}"


async def test_the_bot_says_so_when_it_gets_no_seat(table, tmp_path):
    (tmp_path / "bot.py").write_text(block("python"))
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{table}/api/v1/ws") as door:
        host = Host(door)
        await host.ask("hello", protocol=1)
        code = (await host.ask("create", game="crazy-eights", name="Ann", bots=1, start=True))["code"]
        bot = await asyncio.create_subprocess_exec(
            sys.executable, "bot.py", table, code, cwd=tmp_path, stderr=asyncio.subprocess.PIPE
        )
        _, said = await asyncio.wait_for(bot.communicate(), 30)
    assert (bot.returncode, said.decode().strip()) == (1, "no seat is free, or a match is on")


def test_its_commands_run():
    for command in block("sh").splitlines():
        path = f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"
        subprocess.run(command, shell=True, check=True, env={**os.environ, "PATH": path}, timeout=60)
