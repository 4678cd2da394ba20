"""`paiju dev` as an author runs it, on a game that is installed where it is written."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from tests.support.plugins import install
from tests.support.served import PAIJU, clean_environment
from tests.support.stores import free_port

EIGHTS = Path(__file__).parents[1] / "games" / "kit" / "eights"


@dataclass
class Workshop:
    """The program while it runs, and what it tells pages."""

    url: str
    session: aiohttp.ClientSession
    answer: aiohttp.ClientResponse

    async def told(self) -> tuple[str, str]:
        """The next event: its kind, and what it says."""
        kind = ""
        async with asyncio.timeout(30):
            while line := await self.answer.content.readline():
                name, _, text = line.decode().strip().partition(": ")
                if name == "event":
                    kind = text
                elif name == "data":
                    return kind, json.loads(text)
        raise AssertionError("the events have ended")


def own_game(folder: Path) -> Path:
    """The package of a game called `whist`, whose author may edit it."""
    texts = {f"whist/texts/{file.name}": file.read_text() for file in (EIGHTS / "texts").iterdir()}
    code = {f"whist/{file.name}": file.read_text() for file in EIGHTS.glob("*.py")}
    code["whist/__init__.py"] = code["whist/__init__.py"].replace('id="crazy-eights"', 'id="whist"')
    install(folder, "cards-whist", "whist", "whist:GAME", {**texts, **code})
    return folder / "whist"


@asynccontextmanager
async def workshop(package: Path) -> AsyncIterator[Workshop]:
    """`paiju dev whist`, until the block ends."""
    port, log = free_port(), package.parent / "dev.log"
    program = _start(package, port, log)
    url = f"http://127.0.0.1:{port}"
    try:
        async with aiohttp.ClientSession() as session:
            answer = await _reached(session, f"{url}/workshop/changes", program)
            try:
                yield Workshop(url, session, answer)
            finally:
                answer.close()
    finally:
        program.send_signal(signal.SIGINT)
        assert await asyncio.to_thread(program.wait, 30) == 0, await asyncio.to_thread(log.read_text)


def _start(package: Path, port: int, log: Path) -> subprocess.Popen[bytes]:
    env = clean_environment(PAIJU_DATA=str(package.parent / "data"))
    env["PYTHONPATH"] = os.pathsep.join(filter(None, (str(package.parent), env.get("PYTHONPATH", ""))))
    words = [PAIJU, "dev", "whist", "--port", str(port)]
    with log.open("wb") as out:
        return subprocess.Popen(words, env=env, stdout=out, stderr=out, start_new_session=True)


async def _reached(
    session: aiohttp.ClientSession, url: str, program: subprocess.Popen[bytes]
) -> aiohttp.ClientResponse:
    async with asyncio.timeout(60):
        while True:
            try:
                return await session.get(url, timeout=aiohttp.ClientTimeout(total=None))
            except aiohttp.ClientConnectionError:
                assert program.poll() is None
                await asyncio.sleep(0.05)
