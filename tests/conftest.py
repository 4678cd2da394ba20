"""Fixtures that every test may use."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import settings

from server.store.store import Store
from tests.support.stores import Server, server

settings.register_profile("paiju", deadline=None)  # on a busy machine an example takes what it takes
settings.load_profile("paiju")
# A shell that starts the tests in the background has them, and all that they start, ignore interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)


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


@pytest.fixture
def rng() -> random.Random:
    """Chance whose seed is printed, so that what a failing test did can be done again with SEED=…"""
    seed = int(os.environ.get("SEED") or random.SystemRandom().randrange(2**32))
    print(f"SEED={seed}")
    return random.Random(seed)
