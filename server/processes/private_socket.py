"""A worker's private socket, in a folder that only its server can open: one question and one answer per connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

SERVES: Final = "serves"
FIGURES: Final = "figures"
YES: Final = b"yes"
NO: Final = b"no"

Answers = Mapping[str, Callable[[], bytes]]


def socket_of(meeting: Path, pid: int) -> Path:
    """Where the worker with that process id answers."""
    return meeting / f"private-{pid}.sock"


@asynccontextmanager
async def answering(path: Path, answers: Answers) -> AsyncIterator[None]:
    """While the block runs, the event loop answers questions; so no answer means that the loop is stuck."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            question = (await reader.readline()).decode().strip()
            if question in answers:
                writer.write(answers[question]())
                await writer.drain()
        writer.close()

    server = await asyncio.start_unix_server(answer, path)
    try:
        yield
    finally:
        server.close()
        path.unlink(missing_ok=True)  # noqa: ASYNC240 - a file of no size, in memory as often as not


async def ask(path: Path, question: str) -> bytes:
    """The answer. Raises OSError if there is none."""
    reader, writer = await asyncio.open_unix_connection(path)
    try:
        writer.write(f"{question}\n".encode())
        answer = await reader.read()
    finally:
        writer.close()
    if not answer:
        raise ConnectionResetError("the worker ended before it answered")
    return answer
