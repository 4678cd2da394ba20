"""Real Chromium at a real server: one browser and one server for all tests, a device for every person."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests.architecture.tree import ROOT
from tests.browser.people import Crowd
from tests.served import Served, serve

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
SERVER = (sys.executable, str(ROOT / "bench" / "servers" / "paiju.py"))
"""The product, but for the number of rooms that one address may make."""

FAILED = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    assert chromium, "Chromium is missing: apt-get install chromium, or CHROMIUM=/its/path"
    async with async_playwright() as playwright:
        one = await playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield one
        await one.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serve(tmp_path_factory.mktemp("browser"), program=SERVER, env={"PYTHONPATH": str(ROOT)}) as one:
        yield one
        assert not one.errors()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest_asyncio.fixture(loop_scope="session")
async def crowd(browser: Browser, server: Served, request: pytest.FixtureRequest) -> AsyncIterator[Crowd]:
    """People of one test at the shared server. What they saw when it failed is in shots/failed/."""
    one = Crowd(browser, server.url)
    yield one
    if request.node.stash.get(FAILED, False):
        await one.picture(ROOT / "shots" / "failed" / request.node.name)
    await one.leave()
    assert one.problems == []
