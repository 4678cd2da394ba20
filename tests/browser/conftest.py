"""Real Chromium at a real server: one browser and one server for all tests, a device for every person."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests.architecture.tree import ROOT
from tests.browser.chromium import FLAGS, found
from tests.browser.people import Crowd
from tests.browser.release import Release, build
from tests.support.served import HASTY, Served, serve

FAILED = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        one = await playwright.chromium.launch(executable_path=found(), args=FLAGS)
        yield one
        await one.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serve(tmp_path_factory.mktemp("browser"), program=HASTY, env={"PYTHONPATH": str(ROOT)}) as one:
        yield one
        assert not one.errors()


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """The built client."""
    return build(tmp_path_factory.mktemp("release") / "tree")


Reporting = Generator[None, pytest.TestReport, pytest.TestReport]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Reporting:
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
