"""Two devices and a deal that neither they nor the server can choose: all of it without a tap."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.people import Crowd, script

# Everybody else leaves the exchange alone; this page's own answers to it are lost.
DEAF = """() => {
  const ask = link.ask.bind(link);
  link.ask = (kind, fields) => (kind === "nonce" ? Promise.resolve({}) : ask(kind, fields));
}"""

CHECKED = """async (id) => {
  Object.defineProperty(globalThis, "crypto", { value: {} });
  const { dealProblem } = await import("/static/js/deals.js");
  let answer = await fetch(`/api/v1/matches/${id}`);
  while (answer.status === 503) answer = await fetch(`/api/v1/matches/${id}`);
  const record = await answer.json();
  const other = { ...record, deal: { ...record.deal, seed: "00".repeat(32) } };
  return [dealProblem(record), dealProblem(other)];
}"""


async def test_pages_take_part_and_say_nothing(crowd: Crowd):
    ann, bo = await crowd.person("Ann"), await crowd.person("Bo")
    path = await ann.room("uno", options={"maxPlayers": 2}, records="open")
    await bo.join(path)
    await ann.page.get_by_role("button", name="Start").click()
    for one in (ann, bo):
        await one.page.locator(".tablepage").wait_for()
    seal = await ann.see("room", "seal")
    assert seal["stage"] == "dealt"
    assert [bool(nonce) for nonce in seal["nonces"]] == [True, True]
    for one in (ann, bo):
        assert await one.page.get_by_role("alert").count() == 0


async def test_who_was_left_out_is_told(crowd: Crowd):
    ann, bo = await crowd.person("Ann"), await crowd.person("Bo")
    path = await ann.room("uno", options={"maxPlayers": 2})
    await ann.page.evaluate(DEAF)
    await bo.join(path)
    await ann.page.get_by_role("button", name="Start").click()
    await ann.page.locator(".tablepage").wait_for()
    await expect(ann.page.get_by_role("alert").first).to_have_text(re.compile("without this device's random number"))
    assert await bo.page.get_by_role("alert").count() == 0


async def test_the_page_checks_an_open_record_without_what_browsers_have_only_on_https(crowd: Crowd):
    ann, bo = await crowd.person("Ann"), await crowd.person("Bo")
    path = await ann.room("uno", options={"maxPlayers": 2, "leavePolicy": "drop"}, records="open")
    await bo.join(path)
    await ann.page.get_by_role("button", name="Start").click()
    await ann.page.locator(".tablepage").wait_for()
    await bo.page.locator(".tablepage").wait_for()
    await bo.page.evaluate(script("link.js"))
    await ann.page.evaluate("() => link.leave()")
    record = await bo.until("() => link.store.view.room.record")
    assert await bo.page.evaluate(CHECKED, record) == ["", "commitment"]
