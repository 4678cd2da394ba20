import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { test } from "node:test";
import { Deals } from "../../static/js/deals.js";
import { hex, hmac, joined, sha256, unhex } from "../../static/js/sha256.js";

test("our SHA-256 and HMAC are those of everybody, at every length around a block", () => {
  for (let length = 0; length < 200; length++) {
    const bytes = randomBytes(length);
    const key = randomBytes((length * 7) % 150);
    assert.equal(hex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
    assert.equal(hex(hmac(key, bytes)), createHmac("sha256", key).update(bytes).digest("hex"));
  }
  const million = new Uint8Array(1_000_000).fill(97);
  assert.equal(hex(sha256(million)), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
});

const TOKEN = "my token";
const MATCH = "0f".repeat(16);
const NONCE = "ab".repeat(32);
const sha = (/** @type {(string | Uint8Array)[]} */ ...parts) => hex(sha256(joined(...parts)));
const ME = sha("paiju-player-1", unhex(MATCH), sha(TOKEN).slice(0, 32)).slice(0, 32);
const pledge = (/** @type {number} */ seat, nonce = NONCE) =>
  sha("paiju-nonce-1", unhex(MATCH), new Uint8Array([seat]), unhex(nonce));

function start(more = {}) {
  const seats = [
    { player: "e".repeat(32), bot: "" },
    { player: ME, bot: "" },
    { player: "", bot: "easy" },
  ];
  return JSON.stringify({
    game: "uno",
    version: 1,
    preset: "standard",
    options: {},
    seats,
    broken: 0,
    last: "",
    ...more,
  });
}

/** @returns {any} */
function seal(more = {}) {
  const none = ["", "", ""];
  const about = { match: MATCH, commitment: "c".repeat(64), start: start(), stage: "hashes", asked: [0, 1] };
  return { ...about, hashes: none, nonces: none, broken: 0, ...more };
}

/** @returns {any} */
function room(/** @type {any} */ seal, more = {}) {
  return { game: "uno", version: 1, preset: "standard", options: {}, phase: "playing", seal, ...more };
}

const HASHES = ["1".repeat(64), pledge(1), ""];
const asking = () => seal({ stage: "nonces", hashes: HASHES });
const dealt = (more = {}) =>
  seal({ stage: "dealt", hashes: [pledge(0), pledge(1), ""], nonces: [NONCE, NONCE, ""], ...more });

/** @returns {{deals: Deals, said: any[], wrong: string[]}} */
function page() {
  /** @type {any[]} */
  const said = [];
  /** @type {string[]} */
  const wrong = [];
  const ask = async (/** @type {string} */ kind, /** @type {any} */ fields) => void said.push([kind, fields]);
  const deals = new Deals({ ask, token: () => TOKEN, tell: (key) => void wrong.push(key), draw: () => NONCE });
  return { deals, said, wrong };
}

/** A page that has given its hash and its nonce. */
function answered() {
  const one = page();
  one.deals.take(room(seal()));
  one.deals.take(room(seal({ stage: "nonces", hashes: [pledge(0), pledge(1), ""] })));
  return one;
}

test("a page answers a room that is bound: first the hash, then the nonce, each once", () => {
  const { deals, said, wrong } = answered();
  deals.take(room(seal({ stage: "nonces", hashes: [pledge(0), pledge(1), ""] })));
  deals.take(room(dealt()));
  deals.take(room(dealt()));
  assert.deepEqual(said, [
    ["pledge", { match: MATCH, hash: pledge(1) }],
    ["nonce", { match: MATCH, nonce: NONCE }],
  ]);
  assert.deepEqual(wrong, []);
});

test("a page that has seen no commitment gives nothing", () => {
  for (const unbound of [null, seal({ commitment: "" }), seal({ start: "?" }), asking(), seal({ asked: [0] })]) {
    const { deals, said } = page();
    deals.take(room(unbound));
    assert.deepEqual(said, []);
  }
});

test("a page gives no nonce to a room that is no longer bound as it was", () => {
  const other = [pledge(0), pledge(0), ""];
  for (const changed of [{ commitment: "d".repeat(64) }, { start: start({ preset: "fast" }) }, { hashes: other }]) {
    const { deals, said, wrong } = page();
    deals.take(room(seal()));
    deals.take(room({ ...asking(), ...changed }));
    assert.equal(said.length, 1);
    assert.deepEqual(wrong, ["deal.changed"]);
  }
});

test("whose nonce was left out is told", () => {
  for (const without of [{ hashes: [pledge(0), "", ""], nonces: [NONCE, "", ""] }, { nonces: [NONCE, "", ""] }]) {
    const { deals, wrong } = answered();
    deals.take(room(dealt(without)));
    assert.deepEqual(wrong, ["deal.left_out"]);
  }
});

test("a deal that is not the one the room was bound to is told", () => {
  const another = "cd".repeat(32);
  const shuffled = start({ seats: JSON.parse(start()).seats.reverse() });
  const deals_ = [
    room(dealt({ commitment: "d".repeat(64) })),
    room(dealt({ start: shuffled })),
    room(dealt({ nonces: [another, NONCE, ""] })),
    room(dealt({ nonces: [NONCE, another, ""] })),
    room(dealt({ hashes: [pledge(0), pledge(0), ""] })),
    room(dealt(), { options: { stacking: true } }),
    room(dealt(), { preset: "fast" }),
  ];
  for (const changed of deals_) {
    const { deals, wrong } = answered();
    deals.take(changed);
    assert.deepEqual(wrong, ["deal.changed"]);
  }
});

test("a thousand of each: what a server may try with other numbers is told or not answered", () => {
  const random = () => randomBytes(32).toString("hex");
  for (let number = 0; number < 1000; number++) {
    const other = random();
    const attacks = [
      ["left_out", dealt({ nonces: [other, "", ""], hashes: [pledge(0, other), pledge(1), ""] })],
      ["changed", dealt({ nonces: [NONCE, other, ""], hashes: [pledge(0), pledge(1, other), ""] })],
      ["changed", dealt({ nonces: [other, NONCE, ""] })],
      ["changed", dealt({ commitment: other })],
      ["changed", dealt({ start: start({ last: other }) })],
    ];
    for (const [wrong, told] of attacks) {
      const one = answered();
      one.deals.take(room(told));
      assert.deepEqual(one.wrong, [`deal.${wrong}`]);
    }
    const early = page();
    early.deals.take(room({ ...asking(), match: other.slice(32), commitment: other }));
    assert.deepEqual(early.said, []);
  }
});

test("an exchange that came to nothing must be named by the next one", () => {
  const match = "1e".repeat(16);
  const me = sha("paiju-player-1", unhex(match), sha(TOKEN).slice(0, 32)).slice(0, 32);
  const seats = [
    { player: "", bot: "" },
    { player: me, bot: "" },
  ];
  const over = answered();
  over.deals.take(room(dealt(), { phase: "over", preset: "fast" }));
  assert.deepEqual(over.wrong, []);
  for (const [broken, told] of /** @type {[number, string[]][]} */ ([
    [0, ["deal.rerolled"]],
    [1, []],
  ])) {
    const { deals, said, wrong } = answered();
    deals.take(room(seal({ match, start: start({ seats, broken }) })));
    assert.equal(said.length, 3);
    assert.deepEqual(wrong, told);
  }
});
