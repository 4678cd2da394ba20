// Four seats of a real room through the native door, each following table and own view by patches.
// opt game=uno (default), opt urls=URL,URL spreads the four seats over several workers.
import { TableStore } from "../../../static/js/store.js";
import { decode, encode } from "../msgpack.mjs";

const OPTIONS = {
  uno: { preset: "standard", options: { scoring: "winner", targetScore: 10000, roundBreakSeconds: 0, fillBots: false } },
  shandong: { options: { dealIntervalMs: 0, sticking: false, redealPauseMs: 0, nextRoundMs: 100 } },
};

export default (ctx) => {
  const game = ctx.opt.game ?? "uno";
  const doors = ctx.opt.urls ? ctx.opt.urls.split(",").map((url) => url.replace(/^http/, "ws")) : [ctx.ws];
  const state = { rejected: 0 };
  return {
    rejected: () => state.rejected,
    async openRoom() {
      const seats = [];
      const host = await new Player(ctx, doors[0], state).connect();
      const { code } = await host.ask("create", { game, name: "P0", ...OPTIONS[game] });
      for (let seat = 0; seat < 4; seat++) {
        const player = seat ? await new Player(ctx, doors[seat % doors.length], state).connect() : host;
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

class Player {
  last = null;
  onview = (_view) => {};
  #store = new TableStore();
  #asked = new Map();
  #number = 0;
  #act = 0;

  constructor(ctx, door, state) {
    this.state = state;
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
    const id = this.#number++;
    this.socket.sendBin(encode({ type: 2, data: [kind, fields], nsp: "/", id }));
    return new Promise((resolve) => this.#asked.set(id, resolve)).then((answer) => {
      if (answer.refused) throw new Error(`${kind}: ${JSON.stringify(answer.refused)}`);
      return answer.ok;
    });
  }

  async enter(room, name) {
    this.#store.watch((view) => this.#seen(view));
    const answer = await this.ask("enter", { room, name, sit: true });
    this.#store.snapshot(answer);
    this.#act = answer.act;
    this.seat = answer.seat;
  }

  send(move) {
    if (move.action === undefined) return;
    const n = ++this.#act;
    this.ask("act", { n, action: move }).catch(() => {
      this.state.rejected++;
      this.#act = n - 1;
    });
  }

  #seen(view) {
    if (!view.table || !view.own) return;
    this.resolveDealt();
    this.last = { seq: this.#store.cursor[0], cur: current(view), own: view.own, table: view.table };
    this.onview(this.last);
  }

  #take(bytes, binary) {
    if (!binary) {
      if (bytes[0] === 0x30) this.socket.sendBin(encode({ type: 0, data: { protocol: 1 }, nsp: "/" }));
      else if (bytes[0] === 0x32) this.socket.sendText("3");
      return;
    }
    const packet = decode(bytes);
    if (packet.type === 3) {
      const resolve = this.#asked.get(packet.id);
      this.#asked.delete(packet.id);
      resolve?.(packet.data[0]);
    } else if (packet.type === 2) {
      const [name, ...values] = packet.data;
      if (name === "hello") this.resolveHello();
      else this.#store.take(name, values);
    }
  }
}

/** Whose turn it is; of several who may declare the first. */
const current = ({ table }) => table.currentPlayer ?? table.currentTurn ?? table.mayAct[0];

export const choose = (view) => (view.own.legalActions ? chooseUno(view) : chooseShandong(view));

/** What the server suggests to whoever is on turn. */
function chooseShandong({ own, table }) {
  if (own.mayPass) return own.declares.length ? { action: "declare", payload: { cards: own.declares[0] } } : { action: "pass", payload: {} };
  if (own.suggestedBury) return { action: "bury", payload: { cards: own.suggestedBury } };
  if (table.phase === "throw_choice") return { action: "choose_throw", payload: { index: 0 } };
  const cards = own.duty?.suggestions[0] ?? own.suggestedLead;
  return cards ? { action: "play", payload: { cards } } : {};
}

/** The first legal action of the hand that was shown: a card if one fits, otherwise draw or pass. */
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
