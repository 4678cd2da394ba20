"""One worker's edge, over a private store."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from server.store.store import Store
from tests.server.transport.edge_driver import Serving, serving


@pytest.fixture
async def at(store: Store) -> AsyncIterator[Serving]:
    async with serving(store) as one:
        yield one


@pytest.fixture(params=["lean", "stock"])
async def either(request, store: Store) -> AsyncIterator[Serving]:
    """The edge with our hooks, and the one without."""
    async with serving(store, edge=request.param) as one:
        yield one
