"""What people do with their hand before they play: arrange it, ask whether a play is legal, read why not."""

from __future__ import annotations

from tests.browser.people import Crowd, Person, box_of
from tests.browser.scenes import CALM_UNO, play_shandong, shandong, shandong_begun, uno

# Two cards that cannot be played now, though as many as are wanted: none of the suit that must be followed.
WRONG = """() => {
  const { own } = link.store.view;
  const { pool, count } = own.duty;
  const other = own.hand.filter((id) => !pool.includes(id));
  return pool.length >= count && other.length >= count ? other.slice(0, count) : null;
}"""


async def order(one: Person) -> list[str]:
    return await one.page.locator(".hand .held").evaluate_all("(cards) => cards.map((card) => card.id)")


async def carry(one: Person, card: str, to: str) -> None:
    """Hold a card until it is picked up, and lay it where another one is."""
    mouse = one.page.mouse
    begin, end = [await box_of(one.page.locator(f"#{name}")) for name in (card, to)]
    await mouse.move(begin["x"] + 10, begin["y"] + 30)
    await mouse.down()
    await one.page.locator(".held.dragged").wait_for()
    await mouse.move(end["x"] + 6, end["y"] + 30, steps=6)


async def test_a_card_held_for_a_while_is_laid_elsewhere(crowd: Crowd):
    one = await crowd.person("Ann")
    await uno(crowd, one)
    first, *rest = await order(one)
    await carry(one, first, rest[2])
    await one.page.mouse.up()
    laid = await order(one)
    assert laid.index(first) == 3
    assert [card for card in laid if card != first] == rest
    assert not await one.page.locator(".held.dragged").count()
    assert not await one.page.locator(".held.chosen").count(), "that was no tap"
    await one.page.reload()
    await one.page.locator(".hand .held").nth(6).wait_for()
    assert await order(one) == laid
    await one.page.locator(".tbar button").first.click()
    await one.page.get_by_role("button", name="suit", exact=True).click()
    await one.until("(first) => document.querySelector('.hand .held').id === first", first)
    assert await order(one) == [first, *rest]


async def test_a_carried_card_goes_back_when_the_touch_is_taken_away(crowd: Crowd):
    one = await crowd.person("Ann")
    await shandong(crowd, one)
    before = await order(one)
    await carry(one, before[0], before[2])
    assert await order(one) != before
    await one.page.locator(".hand").dispatch_event("pointercancel")
    assert await order(one) == before
    await one.page.mouse.up()


async def test_a_card_is_moved_by_keys(crowd: Crowd):
    one = await crowd.person("Ann")
    await uno(crowd, one)
    first, second, *rest = await order(one)
    await one.page.keyboard.press("Alt+ArrowRight")
    assert await order(one) == [second, first, *rest]


async def test_a_choice_that_will_not_do_is_said_before_it_is_played_with_the_way_to_the_rule(crowd: Crowd):
    one = await crowd.person("Ann")
    for _ in range(8):
        await shandong_begun(crowd, one)
        follows = await play_shandong(one, until="playing") and await one.see("own", "duty")
        if follows and (cards := await one.page.evaluate(WRONG)):
            break
    else:
        raise AssertionError("nobody had to follow in eight deals")
    for card in cards:
        await one.tap_card(one.page.locator(f"#c-{card}"))
    await one.page.locator(".duty .bad", has_text="follow suit").wait_for()
    assert await one.page.locator(".play").is_disabled()
    await one.page.locator(".duty .why").click()
    rule = one.page.locator("dialog[open] .sought")
    await rule.get_by_text("Following suit").wait_for()
    assert await rule.evaluate("(rule) => document.activeElement === rule")
    await one.page.keyboard.press("Escape")
    await one.page.keyboard.press("Escape")
    await one.page.keyboard.press("h")
    await one.page.locator(".play:enabled").wait_for()


async def test_drawn_and_played_cards_come_from_somewhere_unless_nothing_is_to_move(crowd: Crowd):
    for motion, expected in (("no-preference", True), ("reduce", False)):
        one = await crowd.person("Ann", reduced_motion=motion)
        await one.room("uno", options=CALM_UNO, bots=3, start=True)
        await one.page.locator(".your-turn").wait_for()
        await one.page.evaluate("""() => {
          globalThis.flights = 0;
          const { animate } = Element.prototype;
          Element.prototype.animate = function (...how) { flights += 1; return animate.apply(this, how); };
        }""")
        cards = len(await order(one))
        await one.page.locator(".acts button:not(.uno-call):not(.play)").first.click()
        await one.until("(n) => document.querySelectorAll('.hand .held').length > n", cards)
        assert bool(await one.page.evaluate("() => flights")) is expected


async def test_the_screen_stays_on_while_one_plays(crowd: Crowd):
    one = await crowd.person("Ann")
    await one.open("/")
    await one.page.add_init_script("""
      globalThis.locks = [];
      Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
        const lock = Object.assign(new EventTarget(), { kind, released: false });
        lock.release = async () => { lock.released = true; };
        locks.push(lock);
        return lock;
      } } });
    """)
    await uno(crowd, one)
    await one.until("() => locks.length === 1 && !locks[0].released && locks[0].kind === 'screen'")
    await one.page.locator(".tbar button").first.click()
    await one.page.get_by_role("button", name="Leave").click()
    await one.until("() => locks.length === 1 && locks[0].released")
