"""Fixtures that every test may use."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.store.store import Store
from tests.stores import Server, server


@pytest.fixture
async def valkey(tmp_path: Path) -> AsyncIterator[Server]:
    """A private server that a test may do anything to."""
    async with server(tmp_path / "valkey") as one:
        yield one


@pytest.fixture
async def store(valkey: Server) -> AsyncIterator[Store]:
    """A worker's way into a private server."""
    one = await Store.open(valkey.address)
    yield one
    await one.close()
