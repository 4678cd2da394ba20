// @ts-check
// The page's only socket: asks, listens, and reconnects by itself after every loss.
import { Clock } from "./clock.js";
import { Refusal, refusal } from "./refusal.js";

const PROTOCOL = 1;
const DEALS = 1;
const PATIENCE_MS = 10_000;
const ALIVE_MS = 2_500;
const DELAYS_MS = [0, 400, 1000, 2000, 4000];
const TOKEN = "paiju.token";
const PENDING = "paiju.pending";

/** @typedef {{room: string, n: number, action: unknown}} Pending */
/** @typedef {import("./late_socket.js").LateSocket} LateSocket */
/** @typedef {Pick<LateSocket, "on" | "connect" | "disconnect" | "timeout" | "connected">} Socket */
/** @typedef {import("./codec.js").Positional} Positional */
/** @typedef {import("./store.js").Snapshot} Snapshot */
/**
 * The fields of answers; which of them are present depends on the message's kind (docs/protocol.md).
 * @typedef {Snapshot & {code: string, act: number, time: number, resumed: boolean, frames: Frame[]} & Agreement} Told
 */
/** @typedef {{open: boolean, agreed: number, people: number}} Agreement that everybody may see all of a record */
/** @typedef {[name: string, ...values: Positional[]]} Frame */
/** @typedef {import("./refusal.js").Refused} Refused */
/**
 * A refusal inside `ok` is one that changed something (a penalty).
 * @typedef {{ok?: Told & {refused?: Refused}, refused?: Refused}} Answer
 */
/** @typedef {"idle" | "connecting" | "online" | "offline" | "gone"} State */

export class Connection {
  /** @type {State} */
  state = "idle";
  /** Why the server closed the connection: a code of `gone`. */
  reason = "";
  /** When the connection was lost, by this page's clock. */
  lostAt = 0;
  clock = new Clock();
  /**
   * The room to enter on every connection.
   * @type {{code: string, sit: boolean, name?: string, password?: string, ticket?: string} | null}
   */
  #room = null;
  /** The number of the seat's last accepted action. */
  #acted = 0;
  /** @type {Socket | null} */
  #socket = null;
  /**
   * The caller who is waiting for the answer to the pending action.
   * @type {{resolve: (result: unknown) => void, reject: (error: Refusal) => void} | null}
   */
  #acting = null;
  /** The room in the socket's address, and whether a balancer chooses the worker by it. */
  #address = "";
  #gathers = false;
  #attempt = 0;
  #syncing = false;
  /** Was the last message unreadable? */
  #astray = false;
  #leaving = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {((error: Refusal | null) => void)[]} */
  #entering = [];

  /**
   * @param {object} means
   * @param {(url: string, options: object) => Socket} means.io
   * @param {import("./store.js").TableStore} means.store
   * @param {() => void} [means.onChange]
   * @param {Storage} [means.lasting] @param {Storage} [means.passing]
   */
  constructor({ io, store, onChange = () => {}, lasting = localStorage, passing = sessionStorage }) {
    this.store = store;
    this.onChange = onChange;
    this.lasting = lasting;
    this.passing = passing;
    this.make = () =>
      io("/", {
        path: "/ws",
        // Only a balancer reads it: it gathers a room's people on one worker, so that one worker sends all frames.
        query: this.#room ? { room: this.#room.code } : {},
        transports: ["websocket"],
        reconnection: false,
        autoConnect: false,
        forceNew: true,
        auth: (/** @type {(auth: object) => void} */ done) =>
          done({ protocol: PROTOCOL, deals: DEALS, token: lasting.getItem(TOKEN) ?? undefined }),
      });
    store.onGap = () => void this.#sync();
  }

  /** The token by which the server recognises this device. */
  get token() {
    return this.lasting.getItem(TOKEN) ?? "";
  }

  /** Connects, unless it is already connecting. */
  connect() {
    if (this.state === "online" || this.state === "connecting") return;
    this.#open();
  }

  /** The page is in the foreground again: do not wait, and do not trust a socket that may have died in the meantime. */
  wake() {
    if (this.state === "offline") this.#open();
    else if (this.state === "online") {
      this.#emit("time", {}, ALIVE_MS).then(
        (answer) => this.clock.learn(answer.time),
        () => this.state === "online" && this.#lost(),
      );
    }
  }

  #open() {
    clearTimeout(this.#timer);
    this.#drop();
    this.#become(this.state === "offline" ? "offline" : "connecting");
    this.#address = this.#room?.code ?? "";
    const socket = (this.#socket = this.make());
    /** @param {string} name @param {(...values: Positional[]) => void} then */
    const hear = (name, then) =>
      socket.on(name, (/** @type {Positional[]} */ ...values) => {
        if (socket === this.#socket) then(...values);
      });
    hear("hello", (hello) => void this.#hello(hello));
    hear("connect_error", (error) => this.#failed(error));
    hear("disconnect", () => this.#lost());
    hear("gone", ({ code }) => this.#gone(code));
    for (const name of ["f", "o", "b", "s"]) {
      hear(name, (...values) => this.#read(() => this.store.take(name, values)));
    }
    socket.connect();
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.disconnect();
  }

  /** @param {{token: string, time: number, gathers?: boolean}} hello */
  async #hello(hello) {
    this.lasting.setItem(TOKEN, hello.token);
    this.clock.learn(hello.time);
    this.#gathers = hello.gathers ?? false;
    this.#attempt = 0;
    try {
      if (this.#room) await this.#enter();
      if (this.#socket === null) return; // lost or given up in the meantime
      this.#become("online");
      this.#settle(null);
      this.#resend();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code.startsWith("net.")) return this.#lost();
      if (!this.#entering.length) return /^room\.(?!busy)/.test(error.code) ? this.#gone(error.code) : this.#lost();
      this.#room = null;
      this.#become("online");
      this.#settle(error);
    }
  }

  /** @param {Error & {data?: {code?: string}}} error */
  #failed(error) {
    const code = error.data?.code;
    if (code === "protocol.unsupported" || code === "protocol.unknown") this.#gone("client.outdated");
    else this.#lost();
  }

  #lost() {
    this.#drop();
    if (this.state !== "offline") this.lostAt = Date.now();
    this.#become("offline");
    const delay = DELAYS_MS[Math.min(this.#attempt, DELAYS_MS.length - 1)];
    this.#attempt += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), delay * (0.75 + Math.random() / 2));
  }

  /** @param {string} code */
  #gone(code) {
    if (code === "room.left" && this.#leaving) return;
    if (code === "worker.leaving") {
      this.#attempt = 0;
      return this.#lost();
    }
    this.#drop();
    clearTimeout(this.#timer);
    if (code !== "seat.elsewhere" && code !== "client.outdated") this.#room = null;
    this.reason = code;
    this.#become("gone");
    this.#settle(new Refusal(code));
  }

  /** @param {State} state */
  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.onChange();
  }

  /** @param {Refusal | null} error */
  #settle(error) {
    for (const done of this.#entering.splice(0)) done(error);
  }

  /**
   * Asks once and waits for the answer. Rejects with Refusal.
   * @param {string} kind @param {Record<string, unknown>} [fields] @returns {Promise<Told>}
   */
  async ask(kind, fields = {}) {
    if (this.state === "idle") this.connect();
    if (this.state !== "online") await this.#online();
    return this.#emit(kind, fields);
  }

  /** @returns {Promise<void>} */
  #online() {
    if (this.state === "offline") return Promise.reject(new Refusal("net.offline"));
    if (this.state === "gone") return Promise.reject(new Refusal(this.reason));
    return this.#settled();
  }

  /** @returns {Promise<void>} resolves once online, and in the room to be entered */
  #settled() {
    return new Promise((resolve, reject) => this.#entering.push((error) => (error ? reject(error) : resolve())));
  }

  /** @param {string} kind @param {object} fields @param {number} [patience] @returns {Promise<Told>} */
  #emit(kind, fields, patience = PATIENCE_MS) {
    return new Promise((resolve, reject) => {
      const socket = this.#socket;
      if (!socket?.connected) return reject(new Refusal("net.lost"));
      socket.timeout(patience).emit(kind, fields, (/** @type {unknown} */ error, /** @type {Answer} */ answer) => {
        if (error) reject(new Refusal(socket.connected ? "net.timeout" : "net.lost"));
        else if (answer.refused) reject(refusal(answer.refused, false));
        else if (answer.ok?.refused) reject(refusal(answer.ok.refused, true));
        else resolve(answer.ok ?? /** @type {Told} */ ({}));
      });
    });
  }

  /**
   * Enters a room now and after every reconnection.
   * @param {string} code @param {{sit?: boolean, name?: string, password?: string, ticket?: string}} [how]
   */
  async enter(code, how = {}) {
    if (this.#room?.code !== code) this.store.clear();
    this.#room = { code, sit: how.sit ?? false, name: how.name, password: how.password, ticket: how.ticket };
    const elsewhere = this.#gathers && this.#address !== code;
    if (this.state !== "online" || elsewhere) {
      const entered = this.#settled();
      if (elsewhere) this.#open();
      else this.connect();
      return entered;
    }
    try {
      await this.#enter();
    } catch (error) {
      this.#room = null;
      throw error;
    }
    this.#resend();
  }

  async #enter() {
    if (!this.#room) return;
    const { code, sit, name, password, ticket } = this.#room;
    const known = this.store.view && !this.#astray ? this.store.cursor : undefined;
    const answer = await this.#emit("enter", {
      room: code,
      ...(name ? { name } : null),
      ...(sit ? { sit } : null),
      ...(password ? { password } : null),
      ...(ticket ? { ticket } : null),
      ...(known ? { cursor: known } : null),
      ...(this.store.codec ? { know: this.store.codec.schema.hash } : null),
    });
    // Ask for a seat only once; after that, users get their own seat back, or watch.
    this.#room.sit = false;
    this.#room.ticket = undefined;
    this.#learn(answer);
  }

  /** @param {Told} answer of `enter` or `sync` */
  #learn(answer) {
    if (typeof answer.act === "number") this.#acted = answer.act;
    if (typeof answer.time === "number") this.clock.learn(answer.time);
    this.#read(() => (answer.resumed ? this.store.catchUp(answer.frames) : this.store.snapshot(answer)));
  }

  /**
   * Takes a message. If it cannot be read, fetches the whole view, once; if that does not help, tells the user.
   * @param {() => boolean | void} take true: it built on what was known
   */
  #read(take) {
    try {
      if (take()) this.#astray = false;
    } catch (error) {
      console.error(error);
      if (this.#syncing) return void (this.#astray = true);
      if (this.#astray) return this.#gone("client.astray");
      this.#astray = true;
      void this.#sync();
    }
  }

  /** Fetches the whole view again. Frames that arrive before the answer are older than it. */
  async #sync() {
    if (!this.#socket || this.#syncing) return;
    const socket = this.#socket;
    this.#syncing = true;
    try {
      const answer = await this.#emit("sync", this.store.codec ? { know: this.store.codec.schema.hash } : {});
      this.#syncing = false;
      this.#learn(answer);
    } catch {
      this.#syncing = false;
      if (socket === this.#socket) this.#lost();
    }
  }

  /** Leaves the room for good. */
  async leave() {
    this.#leaving = true;
    try {
      await this.ask("leave");
      this.forget();
    } finally {
      this.#leaving = false;
    }
  }

  /** Stops following the room without leaving the seat. */
  forget() {
    this.#room = null;
    this.#answered(() => this.#acting?.reject(new Refusal("net.lost")));
    this.store.clear();
  }

  /** The page in another window took the seat; take it back. */
  reclaim() {
    this.reason = "";
    this.state = "idle";
    this.connect();
  }

  /**
   * Sends the seat's next action. It keeps its number until it is answered, across reconnections and reloads.
   * @param {unknown} action @returns {Promise<unknown>}
   */
  act(action) {
    if (!this.#room) return Promise.reject(new Refusal("room.unknown"));
    if (this.passing.getItem(PENDING)) return Promise.reject(new Refusal("act.pending"));
    const pending = { room: this.#room.code, n: this.#acted + 1, action };
    this.passing.setItem(PENDING, JSON.stringify(pending));
    return new Promise((resolve, reject) => {
      this.#acting = { resolve, reject };
      void this.#send(pending);
    });
  }

  /** @param {Pending} pending */
  async #send({ n, action }) {
    try {
      const result = await this.#emit("act", { n, action });
      this.#acted = n;
      this.#answered(() => this.#acting?.resolve(result));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // No answer: it is sent again once the connection is back.
      if (error.code === "net.timeout" && this.state === "online") return this.#lost();
      if (error.code.startsWith("net.")) return;
      if (error.charged) this.#acted = n;
      this.#answered(() => this.#acting?.reject(error));
    }
  }

  /** The pending action has its answer. @param {() => void} tell */
  #answered(tell) {
    this.passing.removeItem(PENDING);
    tell();
    this.#acting = null;
  }

  /** Sends again the action that had no answer when the connection was lost. */
  #resend() {
    const kept = this.passing.getItem(PENDING);
    if (!kept) return;
    /** @type {Pending} */
    const pending = JSON.parse(kept);
    if (pending.room === this.#room?.code) void this.#send(pending);
    else this.passing.removeItem(PENDING);
  }
}
