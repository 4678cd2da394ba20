// Plays four seats of a real room through the native door; each seat updates its table and own view by patches.
// The public part of a frame is read once for all four, so that the load costs less than the servers that it drives.
// opt game=uno (default); opt urls=URL,URL spreads the seats of each room over several workers, and with opt gathered=1
// it spreads whole rooms.
import { applyEffects, applyPatch } from "../../../static/js/apply_patch.js";
import { codec } from "../../../static/js/codec.js";
import { decode, encode, Reader } from "../msgpack.mjs";

const OPTIONS = {
  uno: {
    preset: "standard",
    options: { scoring: "winner", targetScore: 10000, roundBreakSeconds: 0, fillBots: false },
  },
  shandong: { options: { dealIntervalMs: 0, sticking: false, redealPauseMs: 0, nextRoundMs: 100 } },
};

export default (ctx) => {
  const game = ctx.opt.game ?? "uno";
  const doors = ctx.opt.urls ? ctx.opt.urls.split(",").map((url) => url.replace(/^http/, "ws")) : [ctx.ws];
  const state = { rejected: 0 };
  return {
    rejected: () => state.rejected,
    async openRoom(number) {
      const seats = [];
      const tables = new Map();
      const door = (seat) => doors[(ctx.opt.gathered ? number : seat) % doors.length];
      const host = await new Player(ctx, door(0), state, tables).connect();
      const { code } = await host.ask("create", { game, name: "P0", ...OPTIONS[game] });
      for (let seat = 0; seat < 4; seat++) {
        const player = seat ? await new Player(ctx, door(seat), state, tables).connect() : host;
        await player.enter(code, `P${seat}`);
        seats.push(player);
      }
      const dealt = Promise.all(seats.map((player) => player.dealt));
      await host.ask("start", {});
      await dealt;
      return seats;
    },
  };
};

const EVENT = Buffer.from("\x83\xa4type\x02\xa4data", "latin1");
const KEPT = 32;
const codecs = new Map();

class Player {
  last = null;
  onview = (_view) => {};
  #asked = new Map();
  #number = 0;
  #act = 0;
  #pub = -1;
  #table = null;
  #own = null;
  #codec = null;

  /** `tables`: the room's tables by the number of their public frame, shared by its seats. */
  constructor(ctx, door, state, tables) {
    this.state = state;
    this.tables = tables;
    this.socket = ctx.connect(`${door}/ws/?EIO=4&transport=websocket`);
    this.dealt = new Promise((resolve) => (this.resolveDealt = resolve));
  }

  async connect() {
    const greeted = new Promise((resolve) => (this.resolveHello = resolve));
    this.socket.onmessage = (bytes, binary) => this.#take(bytes, binary);
    await this.socket.opened;
    await greeted;
    return this;
  }

  ask(kind, fields) {
    return new Promise((resolve, reject) =>
      this.#send(kind, fields, ({ ok, refused }) => {
        if (refused) reject(new Error(`${kind}: ${JSON.stringify(refused)}`));
        else resolve(ok);
      }),
    );
  }

  #send(kind, fields, answered) {
    const id = this.#number++;
    this.#asked.set(id, answered);
    this.socket.sendBin(encode({ type: 2, data: [kind, fields], nsp: "/", id }));
  }

  async enter(room, name) {
    const answer = await this.ask("enter", { room, name, sit: true });
    this.#act = answer.act;
    this.seat = answer.seat;
    this.#shown(answer);
  }

  send(move) {
    if (move.action === undefined) return;
    const n = ++this.#act;
    this.#send("act", { n, action: move }, ({ refused }) => {
      if (!refused) return;
      this.state.rejected++;
      this.#act = n - 1;
    });
  }

  #shown({ schema, table, own, cursor }) {
    if (schema && !codecs.has(schema.hash)) codecs.set(schema.hash, codec(schema));
    if (schema) this.#codec = codecs.get(schema.hash);
    const { struct, schema: known } = this.#codec;
    this.#pub = cursor[0];
    this.#table = struct(table, known.table);
    this.#own = struct(own, known.own);
    this.#seen();
  }

  #seen() {
    if (!this.#table || !this.#own) return;
    this.resolveDealt();
    this.last = { seq: this.#pub, cur: current(this.#table), own: this.#own, table: this.#table };
    this.onview(this.last);
  }

  #take(bytes, binary) {
    if (!binary) {
      if (bytes[0] === 0x30) this.socket.sendBin(encode({ type: 0, data: { protocol: 1 }, nsp: "/" }));
      else if (bytes[0] === 0x32) this.socket.sendText("3");
    } else if (
      bytes.length > EVENT.length + 3 &&
      bytes[1 + EVENT.length] === 0xa1 &&
      bytes.compare(EVENT, 0, EVENT.length, 0, EVENT.length) === 0
    ) {
      this.#frame(bytes);
    } else {
      const packet = decode(bytes);
      if (packet.type === 3) {
        const answered = this.#asked.get(packet.id);
        this.#asked.delete(packet.id);
        answered?.(packet.data[0]);
      } else if (packet.type === 2 && packet.data[0] === "hello") this.resolveHello();
    }
  }

  /** `f`: for everybody; `o`: only for this seat; `b`: both; `s`: a snapshot. */
  #frame(bytes) {
    const reader = new Reader(bytes, EVENT.length + 3);
    const name = bytes[EVENT.length + 2];
    if (name === 0x73) return this.#shown(reader.value());
    if (!this.#codec) return;
    if (name === 0x6f) reader.value();
    else if (!this.#followed(reader, name === 0x62)) return;
    if (name !== 0x66) {
      reader.value();
      reader.value();
      this.#own = applyPatch(this.#codec, this.#own, reader.value(), this.#codec.schema.own);
    }
    this.#seen();
  }

  /** Read the public part: all of it if no other seat has done so yet, or if something follows it. */
  #followed(reader, more) {
    const pub = reader.value();
    if (pub <= this.#pub) return false;
    if (pub !== this.#pub + 1) throw new Error(`frame ${pub} after ${this.#pub}`);
    const known = this.tables.get(pub);
    this.#pub = pub;
    if (!known || more) {
      reader.value();
      const [events, patch] = [reader.value(), reader.value()];
      reader.value();
      if (!known) {
        const table = applyEffects(this.#codec, this.#table, events);
        this.tables.set(pub, applyPatch(this.#codec, table, patch, this.#codec.schema.table));
      }
      this.tables.delete(pub - KEPT);
    }
    this.#table = known ?? this.tables.get(pub);
    return true;
  }
}

/** The seat that must act; if several may declare, the first of them. */
const current = (table) => table.currentPlayer ?? table.currentTurn ?? table.mayAct[0];

export const choose = (view) => (view.own.legalActions ? chooseUno(view) : chooseShandong(view));

/** The server's suggestion to the player on turn. */
function chooseShandong({ own, table }) {
  if (own.mayPass)
    return own.declares.length
      ? { action: "declare", payload: { cards: own.declares[0] } }
      : { action: "pass", payload: {} };
  if (own.suggestedBury) return { action: "bury", payload: { cards: own.suggestedBury } };
  if (table.phase === "throw_choice") return { action: "choose_throw", payload: { index: 0 } };
  const cards = own.duty?.suggestions[0] ?? own.suggestedLead;
  return cards ? { action: "play", payload: { cards } } : {};
}

/** The first legal action of the shown hand: a card if one fits, otherwise draw or pass. */
function chooseUno({ own }) {
  const legal = own.legalActions;
  const move = legal.find(({ action }) => action === "PLAY_CARD") ?? legal.find(({ action }) => action !== "CALL_UNO");
  if (!move) return {};
  const payload = {};
  if (move.cardId) payload.cardId = move.cardId;
  if (move.needsColor) payload.chosenColor = "red";
  if (move.needsTarget) payload.swapTargetId = move.targets[0];
  if (move.action === "PLAY_CARD") payload.uno = own.hand.length === 2;
  if (move.action === "CHOOSE_COLOR") payload.color = "red";
  return { action: move.action, payload };
}
