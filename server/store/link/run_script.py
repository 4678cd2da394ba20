"""Runs a script by its hash, and sends its text if the store has forgotten it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from server.store.scripts import Script

from .store_socket import Argument, Reply


async def run(
    call: Callable[..., Awaitable[Any]], script: Script, keys: Sequence[str], arguments: Sequence[Argument]
) -> Any:
    """The script's answer."""
    try:
        return await call("EVALSHA", script.sha, len(keys), *keys, *arguments)
    except Reply as error:
        if not str(error).startswith("NOSCRIPT"):
            raise
    return await call("EVAL", script.text, len(keys), *keys, *arguments)
