import assert from "node:assert/strict";
import { test } from "node:test";
import { roomAddress } from "../../static/js/share.js";

/** The page is open there. @param {string} url */
function at(url) {
  globalThis.location = /** @type {any} */ (new URL(url));
}

const NEAR = "http://192.168.7.7:8000";

for (const host of ["localhost", "127.0.0.1", "[::1]", "paiju.localhost"]) {
  test(`from ${host} friends are invited to the address on the network, or not at all`, () => {
    at(`http://${host}:8000/r/ABCD23`);
    assert.equal(roomAddress("ABCD23", NEAR), `${NEAR}/r/ABCD23`);
    assert.equal(roomAddress("ABCD23", null), null);
  });
}

for (const origin of ["https://play.example", "http://192.168.7.9:8000", "http://127.example"]) {
  test(`whoever came by ${origin} invites there, whatever the network`, () => {
    at(`${origin}/r/ABCD23`);
    assert.equal(roomAddress("ABCD23", NEAR), `${origin}/r/ABCD23`);
    assert.equal(roomAddress("ABCD23", null), `${origin}/r/ABCD23`);
  });
}
