"""One table, and everybody at it: a page, a terminal, a bot written in another way, and `paiju bot`."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.architecture.tree import ROOT
from tests.browser.people import Crowd
from tests.browser.test_uno import play
from tests.terminal.typist import PAIJU, SimplePlayer, Typist


@contextmanager
def programs(*commands: Sequence[str]) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Programs that run meanwhile; none of them is left."""
    started = [subprocess.Popen(command) for command in commands]
    try:
        yield started
    finally:
        for program in started:
            if program.poll() is None:
                program.kill()
            program.wait()


async def test_a_page_a_terminal_a_foreign_bot_and_ours_finish_one_game(
    crowd: Crowd, rng: random.Random, tmp_path: Path
):
    ann = await crowd.person("Ann")
    code = (await ann.room("uno", preset="standard", practice="four-doors", options={"initialCards": 3})).rpartition(
        "/"
    )[2]
    at = ["--server", crowd.url, "--room", code]
    ours = [*PAIJU, "bot", *at, "--strategy", "heuristic", "--name", "Otto"]
    foreign = [sys.executable, str(ROOT / "examples" / "bots" / "native_uno.py"), crowd.url, code, "Robbie"]
    with (
        programs(ours, foreign) as bots,
        Typist([*at, "--name", "Tess", "--lang", "en"], tmp_path, terminal=True) as tess,
    ):
        await ann.until("() => document.querySelectorAll('.seat.person').length === 4", seconds=30)
        await ann.watch_truth()
        names = await ann.page.locator(".lobby").inner_text()
        assert all(name in names for name in ("Ann", "Otto", "Robbie", "Tess"))
        assert names.count("program ·") == 2
        assert "the deals are predictable" in names
        await ann.page.locator(".foot .primary").click()
        await ann.page.locator(".tbar .practice").wait_for()
        async with asyncio.timeout(120), asyncio.TaskGroup() as group:
            group.create_task(play(ann, rng))
            typed = group.create_task(asyncio.to_thread(tess.play, SimplePlayer()))
            ended = [group.create_task(asyncio.to_thread(bot.wait, 100)) for bot in bots]
        assert typed.result() == 0
        assert [one.result() for one in ended] == [0, 0]
        assert "*** Match over, winner: " in tess.text
        await ann.page.locator(".result").wait_for()
        assert await ann.see("room", "phase") == "over"
        assert await ann.see("table", "status") == "ended"
        programs_there = {seat["name"] for seat in await ann.see("room", "seats") if seat["program"]}
        assert programs_there == {"Otto", "Robbie"}
        assert "Otto (a program)" in tess.text
        assert "Practice: the deals can be foreseen" in tess.text
        assert {seat["sitter"] for seat in await ann.see("room", "seats")} == {"person"}
        assert await ann.page.evaluate("() => truth.wrong") == []
