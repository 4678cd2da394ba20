import "./served.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { LateSocket } from "../../static/js/late_socket.js";

/** What the library's `io` makes. */
class Line {
  connected = false;
  /** @type {string[]} */
  heard = [];
  on(/** @type {string} */ name) {
    this.heard.push(name);
  }
  connect() {
    this.connected = true;
  }
  disconnect() {
    this.connected = false;
  }
}

/** @type {[string, any][]} */
let made = [];
const line = new Line();
const library = async () =>
  /** @type {any} */ ({
    io: (/** @type {string} */ url, /** @type {any} */ options) => {
      made.push([url, options]);
      return line;
    },
    parser: "parser",
  });
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a socket is made when it is connected, with all that listens to it", async () => {
  made = [];
  const socket = new LateSocket("/", { path: "/ws" }, library);
  socket.on("hello", () => {});
  assert.deepEqual([made, socket.connected], [[], false]);
  socket.connect();
  await settled();
  assert.deepEqual(made, [["/", { path: "/ws", parser: "parser" }]]);
  assert.deepEqual([line.heard, socket.connected], [["hello"], true]);
  socket.disconnect();
  assert.equal(line.connected, false);
});

test("a socket that nobody wants any more is not made", async () => {
  made = [];
  const socket = new LateSocket("/", {}, library);
  socket.connect();
  socket.disconnect();
  await settled();
  assert.deepEqual(made, []);
});

test("a library that does not come is a line that is down", async () => {
  /** @type {unknown[]} */
  const errors = [];
  const socket = new LateSocket("/", {}, () => Promise.reject(new TypeError("no line")));
  socket.on("hello", () => assert.fail("it was never there"));
  socket.on("connect_error", (error) => errors.push(error));
  socket.connect();
  await settled();
  assert.equal(errors.length, 1);
});
