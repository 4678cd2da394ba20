"""The cached shell: opens without a server, is replaced by a new release, and knows nothing of rooms."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.browser.people import Crowd
from tests.browser.release import Release, build
from tests.support.served import Served, serve

CONTROLLED = "() => navigator.serviceWorker.controller?.state === 'activated'"
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  }
  return found;
}"""


@pytest.fixture
def served(release: Release, tmp_path: Path) -> Iterator[Served]:
    with serve(tmp_path, program=release.program, env=release.env) as one:
        yield one


async def test_the_page_opens_without_a_server_and_nothing_of_a_room_is_kept(browser: Browser, served: Served):
    crowd = Crowd(browser, served.url)
    try:
        one = await crowd.person("Ann")
        page = await one.open("/")
        await one.until(CONTROLLED)
        await page.locator("[data-game=uno] .primary").click()
        await page.locator(".hand .held").first.wait_for()
        await page.reload()
        await page.locator(".hand .held").first.wait_for()
        kept = await page.evaluate(KEPT)
        allowed = ("/static/dist/", "/api/v1/games")
        assert [path for path in kept if path != "/" and not path.startswith(allowed)] == []
        assert not [path for path in kept if "rooms" in path]
        assert any("/games/uno/view" in path for path in kept)
        served.kill()
        one.offline = True
        await page.goto(served.url)
        await page.locator("[data-game=uno] h2", has_text="UNO").wait_for()
        assert crowd.problems == []
    finally:
        await crowd.leave()


async def test_a_new_release_is_shown_at_once_and_the_old_shell_goes(
    browser: Browser, release: Release, tmp_path: Path
):
    crowd = Crowd(browser, "")
    sources = tmp_path / "sources"
    try:
        with serve(tmp_path / "one", program=release.program, env=release.env) as first:
            port = first.port
            crowd.url = first.url
            one = await crowd.person("Ann")
            page = await one.open("/")
            await one.until(CONTROLLED)
            old = await page.evaluate("() => caches.keys()")
            first.terminate()
        one.offline = True
        next_release = build(sources, {"static/i18n/en-US.json": ("Card games with friends", "A newer slogan")})
        with serve(tmp_path / "two", program=next_release.program, env=next_release.env, port=port):
            await page.goto(first.url)
            await page.get_by_text("A newer slogan").wait_for()
            await one.until("(old) => caches.keys().then((all) => all.some((name) => !old.includes(name)))", old)
            await page.goto(first.url)
            await page.get_by_text("A newer slogan").wait_for()
        assert crowd.problems == []
    finally:
        await crowd.leave()
        shutil.rmtree(sources, ignore_errors=True)


async def test_the_source_as_it_is_keeps_no_shell(crowd: Crowd):
    one = await crowd.person("Ann")
    await one.open("/")
    await one.page.locator("[data-game=uno]").wait_for()
    answer = await one.page.request.get(f"{crowd.url}/sw.js")
    assert answer.status == 404
    assert await one.page.evaluate("() => navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0


async def test_the_page_may_be_installed(crowd: Crowd):
    one = await crowd.person("Ann")
    await one.open("/")
    session = await one.context.new_cdp_session(one.page)
    told = await session.send("Page.getAppManifest")
    assert told["errors"] == []
    assert told["url"].endswith("/static/manifest.webmanifest")
    for size in (192, 512):
        icon = await one.page.request.get(f"{crowd.url}/static/icon-{size}.png")
        assert icon.headers["content-type"] == "image/png"
