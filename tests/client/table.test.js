import assert from "node:assert/strict";
import { test } from "node:test";
import { OwnOrder } from "../../static/js/table/order.js";
import { Verdict } from "../../static/js/table/verdict.js";

/** @returns {any} a storage of one tab */
function storage() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: kept.set.bind(kept),
    removeItem: kept.delete.bind(kept),
  };
}

test("a hand is sorted until its owner lays a card elsewhere", () => {
  const order = new OwnOrder("AAAA", storage());
  assert.equal(order.active, false);
  assert.deepEqual(order.arranged(["a", "b", "c"]), ["a", "b", "c"]);
  order.move(["a", "b", "c"], "c", 0);
  assert.deepEqual(order.arranged(["a", "b", "c"]), ["c", "a", "b"]);
});

test("new cards stand behind the one that sorting puts before them", () => {
  const order = new OwnOrder("AAAA", storage());
  order.move(["a", "b", "d"], "d", 0);
  assert.deepEqual(order.arranged(["a", "b", "c", "d"]), ["d", "a", "b", "c"]);
  assert.deepEqual(order.arranged(["0", "a", "d"]), ["0", "d", "a"]);
});

test("the order outlives a reload, and is forgotten when sorting is asked for", () => {
  const kept = storage();
  new OwnOrder("AAAA", kept).move(["a", "b"], "a", 1);
  const again = new OwnOrder("AAAA", kept);
  assert.deepEqual(again.arranged(["a", "b"]), ["b", "a"]);
  assert.equal(new OwnOrder("BBBB", kept).active, false);
  again.forget();
  assert.equal(new OwnOrder("AAAA", kept).active, false);
});

/** Answers one by one, when it is told to. */
function judge() {
  /** @type {{action: any, answer: (answer: any) => void}[]} */
  const asked = [];
  const verdict = new Verdict(
    (action) => new Promise((answer) => asked.push({ action, answer })),
    () => {},
    0,
  );
  return { verdict, asked };
}

const turn = () => new Promise((later) => setTimeout(later, 5));

test("of all that was chosen meanwhile only the last is asked, when the first question is answered", async () => {
  const { verdict, asked } = judge();
  for (const n of [1, 2, 3, 4]) assert.equal(verdict.of({ n }), null);
  assert.deepEqual(
    asked.map((one) => one.action.n),
    [1],
  );
  asked[0].answer({ ok: true });
  await turn();
  assert.deepEqual(
    asked.map((one) => one.action.n),
    [1, 4],
  );
  asked[1].answer({ ok: false, code: "X" });
  await turn();
  assert.equal(/** @type {any} */ (verdict.of({ n: 4 })).code, "X");
  assert.equal(verdict.of({ n: 1 }), null, "what was said of another choice is not said of this one");
});

test("the same choice is asked for once, until the table moves on", async () => {
  const { verdict, asked } = judge();
  verdict.of({ n: 1 });
  asked[0].answer({ ok: true });
  await turn();
  assert.deepEqual(verdict.of({ n: 1 }), { ok: true });
  assert.equal(asked.length, 1);
  verdict.forget();
  assert.equal(verdict.of({ n: 1 }), null);
  assert.equal(asked.length, 2);
});
