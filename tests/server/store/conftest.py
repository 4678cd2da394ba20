"""The same suite runs against each kind of store."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from server.store.address import Address
from server.store.embedded.launcher import Embedded
from server.store.store import Store
from tests.support.stores import cluster, server

ENGINES = ["embedded", *(["redis"] if shutil.which("redis-server") else []), "cluster"]


@pytest_asyncio.fixture(scope="module", params=ENGINES, loop_scope="module")
async def place(request, tmp_path_factory) -> AsyncIterator[Address]:
    """The address of a store of each kind, shared by the tests of a module."""
    folder: Path = tmp_path_factory.mktemp(request.param)
    match request.param:
        case "embedded":
            embedded = Embedded(folder / "data")
            yield Address.parse(await embedded.start())
            await embedded.stop()
        case "redis":
            async with server(folder, program=shutil.which("redis-server") or "") as one:
                yield one.address
        case _:
            async with cluster(folder) as nodes:
                yield nodes[0].address


@pytest.fixture
async def worker(place: Address) -> AsyncIterator[Store]:
    one = await Store.open(place)
    yield one
    await one.close()


@pytest.fixture
async def other(place: Address) -> AsyncIterator[Store]:
    """A second worker at the same store."""
    one = await Store.open(place)
    yield one
    await one.close()
