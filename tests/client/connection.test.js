import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Connection } from "../../static/js/connection.js";
import { Refusal } from "../../static/js/refusal.js";
import { TableStore } from "../../static/js/store.js";
import { snapshot } from "./sample.js";

/** A shelf like localStorage. */
class Shelf {
  /** @type {Map<string, string>} */
  things = new Map();
  getItem(/** @type {string} */ key) {
    return this.things.get(key) ?? null;
  }
  setItem(/** @type {string} */ key, /** @type {string} */ value) {
    this.things.set(key, value);
  }
  removeItem(/** @type {string} */ key) {
    this.things.delete(key);
  }
}

/** The far end of the socket, as the client library shows it. */
class Line {
  /** @type {Map<string, (...values: any[]) => void>} */
  hears = new Map();
  /** @type {any} */
  auth = null;
  connected = false;
  /** @param {Server} server @param {any} options */
  constructor(server, options) {
    this.server = server;
    this.query = options.query;
    options.auth((/** @type {any} */ auth) => (this.auth = auth));
  }
  on(/** @type {string} */ name, /** @type {any} */ hear) {
    this.hears.set(name, hear);
  }
  connect() {
    this.server.came(this);
  }
  disconnect() {
    this.connected = false;
    for (const drop of this.unanswered.splice(0)) drop();
  }
  /** @type {(() => void)[]} */
  unanswered = [];
  timeout() {
    return {
      emit: (/** @type {string} */ kind, /** @type {any} */ fields, /** @type {any} */ done) => {
        this.server.asked.push([kind, fields]);
        const answer = this.server.answer(kind, fields);
        if (answer) queueMicrotask(() => done(null, answer));
        else this.unanswered.push(() => done(new Error("gone")));
      },
    };
  }
  tell(/** @type {string} */ name, /** @type {any[]} */ ...values) {
    this.hears.get(name)?.(...values);
  }
}

class Server {
  /** @type {Line[]} */
  lines = [];
  /** @type {[string, any][]} */
  asked = [];
  up = true;
  gathers = false;
  /** @type {(kind: string, fields: any) => any} */
  answer = (kind) => (kind === "enter" ? { ok: { ...snapshot(), act: 0 } } : { ok: {} });
  came(/** @type {Line} */ line) {
    this.lines.push(line);
    line.connected = this.up;
    queueMicrotask(() =>
      this.up
        ? line.tell("hello", { token: "T1", protocol: 1, time: 5000, limits: {}, gathers: this.gathers || undefined })
        : line.tell("connect_error", new Error("down")),
    );
  }
  get line() {
    return this.lines[this.lines.length - 1];
  }
  kinds(/** @type {string} */ kind) {
    return this.asked.filter(([one]) => one === kind).map(([, fields]) => fields);
  }
}

/** @type {Server} */
let server;
/** @type {Connection} */
let connection;
/** @type {any} */
let shelves;

beforeEach(() => {
  server = new Server();
  shelves = { lasting: new Shelf(), passing: new Shelf() };
  connection = fresh();
});

function fresh() {
  const io = (/** @type {string} */ _, /** @type {any} */ options) => new Line(server, options);
  return new Connection({ io, store: new TableStore(), ...shelves });
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** The line breaks and the client looks again. */
async function breaks() {
  server.line.connected = false;
  const { line } = server;
  line.tell("disconnect", "transport close");
  connection.wake();
  await settled();
}

test("the token that the server gives is kept and shown again", async () => {
  await connection.enter("ABCD");
  await breaks();
  assert.equal(server.lines[0].auth.token, undefined);
  assert.equal(server.line.auth.token, "T1");
});

test("after a loss the room is entered again with the cursor, without asking for a seat again", async () => {
  await connection.enter("ABCD", { sit: true, name: "Ann" });
  await breaks();
  const [first, second] = server.kinds("enter");
  assert.equal(first.sit, true);
  assert.equal(first.cursor, undefined);
  assert.deepEqual(second.cursor, [5, 2, 77]);
  assert.equal(second.know, "h1");
  assert.equal(second.sit, undefined);
  assert.equal(connection.state, "online");
});

test("the socket's address names the room, for a balancer to gather by", async () => {
  await connection.enter("ABCD");
  await breaks();
  assert.deepEqual(
    server.lines.map((line) => line.query),
    [{ room: "ABCD" }, { room: "ABCD" }],
  );
});

test("where rooms gather, whoever has made one goes on through its own address", async () => {
  server.gathers = true;
  await connection.ask("create");
  await connection.enter("ABCD", { sit: true });
  assert.deepEqual(
    server.lines.map((line) => line.query),
    [{}, { room: "ABCD" }],
  );
  assert.deepEqual(server.kinds("enter").length, 1);
  assert.equal(server.kinds("enter")[0].sit, true);
  await connection.enter("ABCD");
  assert.equal(server.lines.length, 2, "it is there already");
});

test("where they do not, they stay where they are", async () => {
  await connection.ask("create");
  await connection.enter("ABCD");
  assert.equal(server.lines.length, 1);
});

test("actions are numbered from the seat's last accepted one", async () => {
  server.answer = (kind) => (kind === "enter" ? { ok: { ...snapshot(), act: 7 } } : { ok: { drawn: 1 } });
  await connection.enter("ABCD");
  assert.deepEqual(await connection.act({ action: "DRAW_CARD" }), { drawn: 1 });
  await connection.act({ action: "SKIP_TURN" });
  assert.deepEqual(
    server.kinds("act").map((act) => act.n),
    [8, 9],
  );
});

test("an action that was not answered is sent again with its number, and its caller gets the answer", async () => {
  await connection.enter("ABCD");
  const { answer } = server;
  server.answer = (kind, fields) => (kind === "act" ? null : answer(kind, fields));
  const acting = connection.act({ action: "DRAW_CARD" });
  await settled();
  server.line.disconnect();
  server.answer = (kind, fields) => (kind === "act" ? { ok: { drawn: 2 } } : answer(kind, fields));
  await breaks();
  assert.deepEqual(await acting, { drawn: 2 });
  assert.deepEqual(
    server.kinds("act").map((act) => act.n),
    [1, 1],
  );
});

test("an action that was not answered before a reload is sent again after it", async () => {
  await connection.enter("ABCD");
  const { answer } = server;
  server.answer = (kind, fields) => (kind === "act" ? null : answer(kind, fields));
  void connection.act({ action: "DRAW_CARD" });
  await settled();
  server.answer = answer;
  connection = fresh();
  await connection.enter("ABCD");
  await settled();
  assert.deepEqual(
    server.kinds("act").map((act) => act.n),
    [1, 1],
  );
  await connection.act({ action: "SKIP_TURN" });
  assert.equal(server.kinds("act").at(-1).n, 2);
});

test("a refused action does not use its number up; one that was charged for does", async () => {
  await connection.enter("ABCD");
  server.answer = () => ({ refused: { code: "NOT_YOUR_TURN" } });
  await assert.rejects(connection.act({}), (error) => error instanceof Refusal && error.code === "NOT_YOUR_TURN");
  server.answer = () => ({ ok: { refused: { code: "INVALID_CARD", penalty: 2 } } });
  await assert.rejects(connection.act({}), (error) => error instanceof Refusal && error.params.penalty === 2);
  server.answer = () => ({ ok: {} });
  await connection.act({});
  assert.deepEqual(
    server.kinds("act").map((act) => act.n),
    [1, 1, 2],
  );
});

test("a second action waits until the first is answered", async () => {
  await connection.enter("ABCD");
  server.answer = () => null;
  void connection.act({});
  await assert.rejects(connection.act({}), (error) => error instanceof Refusal && error.code === "act.pending");
});

test("who is opened elsewhere does not fight for the seat, but may take it back", async () => {
  await connection.enter("ABCD");
  server.line.tell("gone", { code: "seat.elsewhere" });
  connection.wake();
  await settled();
  assert.equal(connection.state, "gone");
  assert.equal(server.lines.length, 1);
  connection.reclaim();
  await settled();
  assert.equal(connection.state, "online");
  assert.equal(server.kinds("enter").length, 2);
});

test("when a worker leaves, the client looks for another one at once", async () => {
  await connection.enter("ABCD");
  server.line.tell("gone", { code: "worker.leaving" });
  connection.wake();
  await settled();
  assert.equal(connection.state, "online");
  assert.equal(server.lines.length, 2);
});

test("a room that refuses is told to who wanted in, and the connection stays", async () => {
  server.answer = () => ({ refused: { code: "room.password" } });
  await assert.rejects(connection.enter("ABCD"), (error) => error instanceof Refusal && error.code === "room.password");
  assert.equal(connection.state, "online");
});

test("a room that does not take somebody back who was in it is told to the reader", async () => {
  await connection.enter("K7P3QX", {});
  server.answer = () => ({ refused: { code: "room.outdated", game: "eights" } });
  await breaks();
  assert.equal(connection.state, "gone");
  assert.equal(connection.reason, "room.outdated");
});

test("who cannot be taken back at the moment tries again", async () => {
  await connection.enter("K7P3QX", {});
  const { answer } = server;
  server.answer = () => ({ refused: { code: "store.busy" } });
  await breaks();
  assert.equal(connection.state, "offline");
  server.answer = answer;
  connection.wake();
  await settled();
  assert.equal(connection.state, "online");
});

test("a gap is filled by asking for the whole, once at a time", async () => {
  await connection.enter("ABCD");
  server.line.tell("f", 9, 90, [], null, null);
  server.line.tell("f", 10, 91, [], null, null);
  await settled();
  assert.equal(server.kinds("sync").length, 1);
});

test("whoever leaves is told that they are out, and may go on to another room at once", async () => {
  await connection.enter("ABCD");
  const { answer } = server;
  server.answer = (kind, fields) => {
    if (kind === "leave") server.line.tell("gone", { code: "room.left" });
    return answer(kind, fields);
  };
  await connection.leave();
  assert.equal(connection.state, "online");
  assert.equal(connection.store.view, null);
  await connection.enter("EFGH");
  assert.equal(server.lines.length, 1);
});

/** A patch of a field that no table has. */
const UNREADABLE = [9 * 4, 1];

test("a frame that cannot be read is put right by the whole, asked for once", async () => {
  await connection.enter("ABCD");
  const { answer } = server;
  server.answer = (kind, fields) => (kind === "sync" ? { ok: snapshot({ cursor: [8, 2, 80] }) } : answer(kind, fields));
  server.line.tell("f", 6, 78, [], UNREADABLE, null);
  server.line.tell("f", 7, 79, [], UNREADABLE, null);
  await settled();
  assert.equal(server.kinds("sync").length, 1);
  assert.equal(server.kinds("sync")[0].cursor, undefined, "what was missed would not be read either");
  server.line.tell("f", 9, 81, [], [2 * 4, 2], null);
  assert.equal(connection.state, "online");
  assert.equal(connection.store.view?.table.top, "G2");
});

test("what still cannot be read after that is told to the reader, and asked for no more", async () => {
  await connection.enter("ABCD");
  const { answer } = server;
  server.answer = (kind, fields) => (kind === "sync" ? { ok: snapshot({ cursor: [6, 2, 80] }) } : answer(kind, fields));
  server.line.tell("f", 6, 78, [], UNREADABLE, null);
  await settled();
  server.line.tell("f", 7, 79, [], UNREADABLE, null);
  await settled();
  assert.equal(server.kinds("sync").length, 1);
  assert.deepEqual([connection.state, connection.reason], ["gone", "client.astray"]);
});

test("a whole that cannot be read either is told to the reader", async () => {
  await connection.enter("ABCD");
  const { answer } = server;
  server.answer = (kind, fields) => (kind === "sync" ? { ok: snapshot({ table: [0, 1] }) } : answer(kind, fields));
  server.line.tell("f", 6, 78, [], UNREADABLE, null);
  await settled();
  assert.equal(server.kinds("sync").length, 1);
  assert.deepEqual([connection.state, connection.reason], ["gone", "client.astray"]);
});

test("who lost the line before the whole came asks for the whole when it is back", async () => {
  await connection.enter("ABCD");
  const { answer } = server;
  server.answer = (kind, fields) => (kind === "sync" ? null : answer(kind, fields));
  server.line.tell("f", 6, 78, [], UNREADABLE, null);
  await breaks();
  assert.equal(server.kinds("enter")[1].cursor, undefined);
  assert.equal(connection.state, "online");
});

test("a later frame that cannot be read is put right again", async () => {
  await connection.enter("ABCD");
  const { answer } = server;
  let pub = 6;
  server.answer = (kind, fields) =>
    kind === "sync" ? { ok: snapshot({ cursor: [pub, 2, 80] }) } : answer(kind, fields);
  for (let time = 0; time < 3; time++) {
    server.line.tell("f", pub, 78, [], UNREADABLE, null);
    await settled();
    server.line.tell("f", (pub += 1), 79, [], [2 * 4, 2], null);
    pub += 1;
  }
  assert.equal(server.kinds("sync").length, 3);
  assert.equal(connection.state, "online");
});

test("what was missed and cannot be read is put right by the whole", async () => {
  await connection.enter("ABCD");
  const { answer } = server;
  server.answer = (kind, fields) =>
    kind === "enter"
      ? { ok: { seat: 0, act: 0, resumed: true, frames: [["f", 6, 78, [], UNREADABLE, null]] } }
      : kind === "sync"
        ? { ok: snapshot({ cursor: [6, 2, 78] }) }
        : answer(kind, fields);
  await breaks();
  assert.equal(connection.state, "online");
  assert.deepEqual(connection.store.cursor, [6, 2, 78]);
});
