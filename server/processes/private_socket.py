"""A worker's private socket, for its parent's questions: one question and one answer per connection.

It is in a folder that only this server's processes can open.
"""

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
    """The path of the private socket of the worker with that process id."""
    return meeting / f"private-{pid}.sock"


@asynccontextmanager
async def answering(path: Path, answers: Answers) -> AsyncIterator[None]:
    """Answer questions while the block runs. The event loop answers them, so no answer means that the loop is stuck."""

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
        path.unlink(missing_ok=True)  # noqa: ASYNC240 - removing a socket's file takes almost no time


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
