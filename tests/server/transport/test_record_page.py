"""A record's page brings along what its first picture needs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import aiohttp
import pytest

from server.store.store import Store
from server.store.types import Unavailable
from tests.server.transport.edge_driver import Serving, serving
from tests.server.transport.test_records import kept, match


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players who say more than twenty things a second."""
    monkeypatch.setattr("server.doors.gate.rate_limits.BURST", 1e9)
    monkeypatch.setattr("server.doors.gate.rate_limits.RATE", 1e9)


async def page_of(url: str, language: str = "en-US") -> str:
    async with aiohttp.ClientSession() as http, http.get(url, headers={"Accept-Language": language}) as answer:
        assert answer.status == 200
        return await answer.text()


def within(page: str) -> list[str]:
    """The records that come within a page."""
    return re.findall(r'<script type="application/json" id="record">(.*?)</script>', page, re.DOTALL)


async def test_a_record_s_page_brings_what_anybody_may_see(at: Serving, monkeypatch: pytest.MonkeyPatch):
    async with match(at, name="</script><b>") as (_, _, record):
        public = await kept(at, record)
        page = await page_of(f"{at.url}/m/{record}")
        (data,) = within(page)
        assert json.loads(data) == public
        assert public["seats"][0]["name"] in json.dumps(json.loads(data))
        assert "<b>" not in page
        monkeypatch.setattr("server.doors.http.client_page._MOST_WITHIN", 100)
        assert within(await page_of(f"{at.url}/m/{record}")) == [], "it is asked for, as it is large"


async def test_a_record_s_page_names_the_files_of_its_first_picture(store: Store, tmp_path: Path):
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor" / "vendor.js").touch()
    (tmp_path / "index.html").write_text("<head></head><body></body>")
    early = {
        "record": ["/watch.js"], "crazy-eights": ["/view.css"], "zh-CN": ["/zh.json"], "en-US": ["/en.json"],
        "crazy-eights/zh-CN": ["/eights-zh.json"], "uno": ["/uno.js"],
    }  # fmt: skip
    (tmp_path / "early.json").write_text(json.dumps(early))
    async with serving(store, static=tmp_path) as at, match(at) as (_, _, record):
        await kept(at, record)
        page = await page_of(f"{at.url}/m/{record}", "zh-TW,zh;q=0.9")
        assert re.findall(r'<link (.*?) href="(.*?)">', page) == [
            ('rel="modulepreload"', "/watch.js"),
            ('rel="preload" as="fetch" crossorigin', "/zh.json"),
            ('rel="preload" as="style"', "/view.css"),
            ('rel="preload" as="fetch" crossorigin', "/eights-zh.json"),
        ]
        assert "/en.json" in await page_of(f"{at.url}/m/{record}")
        assert "<link" not in await page_of(f"{at.url}/me")


async def test_pages_come_while_the_store_is_away(at: Serving, monkeypatch: pytest.MonkeyPatch):
    async def away(*_: object) -> None:
        raise Unavailable("away", unknown=False)

    monkeypatch.setattr("server.doors.record_pages.spend", away)
    monkeypatch.setattr("server.doors.gate.rate_limits.spend", away)
    for path in ("/m/abc", "/r/ABCDEF"):
        await page_of(at.url + path)
