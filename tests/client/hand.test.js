import assert from "node:assert/strict";
import { test } from "node:test";
import { Hand, nearest } from "../../static/js/table/hand.js";
import { rows, STRIP_PX } from "../../static/js/table/rows.js";

const phone = { width: 344, card: 56, height: 80, strip: 46 };

/** Deals as they come: 26 cards, half of them trumps. @param {number} seed */
function deal(seed) {
  let x = seed;
  const groups = [0, 0, 0, 0, 0];
  for (let i = 0; i < 26; i++) {
    x = (x * 1103515245 + 12345) % 2147483648;
    const r = x % 1000;
    groups[r < 400 ? 0 : r < 500 ? 1 : r < 670 ? 2 : r < 840 ? 3 : 4] += 1;
  }
  return groups;
}

test("no strip of a hand is ever narrower than a finger needs", () => {
  for (const width of [304, 344, 359, 374, 396, 552, 628, 828, 1000]) {
    for (let seed = 1; seed < 200; seed++) {
      const { places } = rows(deal(seed), { ...phone, width });
      for (const place of places) assert.ok(place.width >= STRIP_PX, `${width}: ${place.width}`);
    }
  }
});

test("cards stay within the hand and every card has its place", () => {
  for (let seed = 1; seed < 200; seed++) {
    const { places } = rows(deal(seed), phone);
    assert.equal(places.length, 26);
    for (const place of places) assert.ok(place.x >= -0.01 && place.x + phone.card <= phone.width + 0.01);
  }
});

test("rows break between groups where that is possible", () => {
  const { places, rows: count, split } = rows([10, 4, 5, 4, 3], phone);
  assert.equal(split, false);
  assert.equal(count, 3);
  assert.equal(places[9].row, 0);
  assert.notEqual(places[9].row, places[10].row);
});

test("where there is room above, rows are shorter and strips wider, as far as three rows go", () => {
  const [near, far] = [
    rows([8, 5, 5, 4, 4], { ...phone, width: 374 }),
    rows([8, 5, 5, 4, 4], { ...phone, width: 374, easy: 34 }),
  ];
  assert.equal(near.rows, 2);
  assert.equal(far.rows, 3);
  for (const { width } of far.places) assert.ok(width >= 32);
  assert.equal(rows([13, 4, 4, 3, 2], { ...phone, width: 374, easy: 34 }).split, false);
});

test("a wide screen holds the whole hand in one row", () => {
  assert.equal(rows([13, 4, 3, 3, 3], { ...phone, width: 844 }).rows, 1);
});

test("a group too large for a row is split, and the hand says so", () => {
  const { split, places } = rows([22, 1, 1, 1, 1], phone);
  assert.equal(split, true);
  assert.equal(places.length, 26);
});

test("a touch means the strip under it, in the lower row where rows overlap", () => {
  const { places } = rows([10, 10], { ...phone, width: 344 });
  const lower = places.findIndex((place) => place.row === 1);
  assert.equal(nearest(places, places[3].x + 5, 30), 3);
  const edge = places[lower].y - 5;
  assert.ok(places[nearest(places, places[lower].x + 5, edge)].row === 0);
  assert.equal(
    nearest(places, places[lower].x + 5, edge, (at) => at === lower),
    lower,
  );
  assert.equal(nearest(places, places[lower].x + 5, places[lower].y + 10), lower);
  assert.equal(nearest(places, 5000, 30), -1);
});

test("cards that leave the hand are no longer chosen", () => {
  const hand = new Hand(() => {});
  hand.hold(["a", "b", "c"]);
  hand.toggle(1);
  hand.hold(["a", "c"]);
  assert.deepEqual(hand.cards, []);
});

test("moving with shift chooses everything passed over", () => {
  const hand = new Hand(() => {});
  hand.hold(["a", "b", "c"]);
  hand.move(1, true);
  hand.move(1, true);
  assert.deepEqual(hand.cards, ["a", "b", "c"]);
});

test("a hand for single cards holds one choice at a time", () => {
  const hand = new Hand(() => {}, false);
  hand.hold(["a", "b"]);
  hand.toggle(0);
  hand.toggle(1);
  assert.deepEqual(hand.cards, ["b"]);
});

test("the keyboard leaps from group to group, and back to where one begins", () => {
  const hand = new Hand(() => {});
  hand.hold(["r1", "r2", "y1", "g1", "g2"]);
  const at = (/** @type {-1 | 1} */ by) => {
    hand.leap(by, (id) => id[0]);
    return hand.order[hand.active];
  };
  assert.deepEqual([at(1), at(1), at(1)], ["y1", "g1", "g1"], "there is no further group");
  hand.move(1);
  assert.deepEqual([at(-1), at(-1), at(-1), at(-1)], ["g1", "y1", "r1", "r1"]);
});
