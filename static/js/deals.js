// @ts-check
// The page's part in a deal that nobody can choose (docs/fair-deals.md): it gives a nonce, but only after the room has
// committed itself, and tells the user if the deal breaks that commitment. Knows no rule of any game.
import { hex, hmac, joined, sha256, unhex } from "./sha256.js";

/** @typedef {import("./room_view.d.ts").RoomView} RoomView */
/** @typedef {import("./room_view.d.ts").SealView} SealView */
/** The fault: a key of texts. @typedef {"deal.left_out" | "deal.changed" | "deal.rerolled"} Wrong */
/** @typedef {{seal: SealView, seat: number, nonce: string, hash: string, broken: number}} Mine */
/**
 * The part of an open record that concerns its deal (docs/records.md).
 * @typedef {{secret: string, draws: [n: number, drawn: number][], seats: {level: string}[], deal: {match: string,
 *   commitment: string, start: string, hashes: string[], nonces: string[], seed: string}} & Terms} OpenDeal
 */
/** The terms of a match. @typedef {{game: string, version: number, preset: string, options: unknown}} Terms */
/**
 * The start document, to which the room has committed itself.
 * @typedef {Terms & {seats: {player: string, bot: string}[], broken: number, last: string}} Start
 */

/** @param {string} match @param {number} seat @param {string} nonce */
const pledgeOf = (match, seat, nonce) =>
  hex(sha256(joined("paiju-nonce-1", unhex(match), new Uint8Array([seat]), unhex(nonce))));

/** @param {string} match @param {string} token */
const playerIn = (match, token) =>
  hex(sha256(joined("paiju-player-1", unhex(match), hex(sha256(joined(token))).slice(0, 32)))).slice(0, 32);

/** Random bytes, even without https. */
const chosen = () => hex(crypto.getRandomValues(new Uint8Array(32)));

export class Deals {
  /** This page's part in the last exchange that it joined. @type {Mine | null} */
  #mine = null;
  #sent = false;
  #judged = false;

  /**
   * @param {object} means
   * @param {(kind: string, fields: Record<string, unknown>) => Promise<unknown>} means.ask
   * @param {() => string} means.token
   * @param {(wrong: Wrong) => void} means.tell
   * @param {() => string} [means.draw]
   */
  constructor({ ask, token, tell, draw = chosen }) {
    this.ask = ask;
    this.token = token;
    this.tell = tell;
    this.draw = draw;
  }

  /** Called with the current view of the room. @param {RoomView} room */
  take({ seal, ...room }) {
    if (!seal) return;
    const mine = this.#mine;
    if (mine?.seal.match !== seal.match) {
      if (seal.stage === "hashes") this.#pledge(seal);
    } else if (seal.stage === "nonces" && !this.#sent) {
      if (!this.#isSame(mine, seal)) return this.#judge("deal.changed");
      this.#sent = true;
      this.#say("nonce", { match: seal.match, nonce: mine.nonce });
    } else if (seal.stage === "dealt") {
      this.#judge(this.#verdict(mine, seal, room));
    }
  }

  /** @param {SealView} seal */
  #pledge(seal) {
    if (!/^[0-9a-f]{64}$/.test(seal.commitment)) return;
    const start = startOf(seal);
    const me = playerIn(seal.match, this.token());
    const seat = start?.seats.findIndex(({ player }) => player === me) ?? -1;
    if (!start || seat < 0 || !seal.asked.includes(seat)) return;
    const nonce = this.draw();
    const before = this.#mine;
    const rerolled = before !== null && !this.#judged && start.broken <= before.broken;
    this.#mine = { seal, seat, nonce, hash: pledgeOf(seal.match, seat, nonce), broken: start.broken };
    this.#sent = this.#judged = false;
    if (rerolled) this.tell("deal.rerolled");
    this.#say("pledge", { match: seal.match, hash: this.#mine.hash });
  }

  /** Is the room's commitment still the one that this page answered? @param {Mine} mine @param {SealView} seal */
  #isSame({ seal, seat, hash }, { commitment, start, hashes }) {
    return commitment === seal.commitment && start === seal.start && hashes[seat] === hash;
  }

  /** @param {Mine} mine @param {SealView} seal @param {Omit<RoomView, "seal">} room @returns {Wrong | null} */
  #verdict(mine, seal, room) {
    const late = seal.hashes[mine.seat] === "";
    if (late || (this.#isSame(mine, seal) && seal.nonces[mine.seat] === "")) return "deal.left_out";
    if (!this.#isSame(mine, seal) || seal.nonces[mine.seat] !== mine.nonce) return "deal.changed";
    const fits = seal.nonces.every((nonce, seat) => !nonce || pledgeOf(seal.match, seat, nonce) === seal.hashes[seat]);
    const start = startOf(seal);
    const begun = start !== null && terms(start) === terms(room);
    // After the match the host may choose other options for the next one.
    return fits && (begun || room.phase !== "playing") ? null : "deal.changed";
  }

  /** Tells the user, once for each deal. @param {Wrong | null} wrong */
  #judge(wrong) {
    if (this.#judged) return;
    this.#judged = this.#sent = true;
    if (wrong) this.tell(wrong);
  }

  /** A refusal or a lost connection leaves the nonce out, and the check will say so. */
  async #say(/** @type {string} */ kind, /** @type {Record<string, unknown>} */ fields) {
    await this.ask(kind, fields).catch(() => {});
  }
}

/** @param {{start: string}} seal @returns {Start | null} */
function startOf({ start }) {
  try {
    const read = JSON.parse(start);
    return Array.isArray(read?.seats) ? read : null;
  } catch {
    return null;
  }
}

/** The terms as canonical text, independent of the order of keys. @param {Terms} all */
function terms({ game, version, preset, options }) {
  return JSON.stringify([game, version, preset, options], (_, value) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/**
 * Does an open record's deal match its room's commitment? Empty if so, otherwise the fault.
 * @param {OpenDeal} record
 */
export function dealProblem({ secret, draws, seats, deal, ...record }) {
  const { match, commitment, start, hashes, nonces, seed } = deal;
  const bound = hex(sha256(joined("paiju-deal-1", unhex(seed), unhex(match), sha256(joined(start)))));
  if (bound !== commitment) return "commitment";
  const begun = startOf(deal);
  const bots = begun?.seats.map(({ bot }) => bot).join();
  if (!begun || terms(begun) !== terms(record) || bots !== seats.map(({ level }) => level).join()) return "start";
  const late = nonces.findIndex((nonce, seat) => nonce !== "" && pledgeOf(match, seat, nonce) !== hashes[seat]);
  if (late >= 0) return `nonce of seat ${late}`;
  const parts = nonces.map((nonce) => (nonce ? joined(new Uint8Array([1]), unhex(nonce)) : new Uint8Array([0])));
  if (hex(hmac(unhex(seed), joined(unhex(commitment), ...parts))) !== secret) return "secret";
  const wrong = wrongDraw(unhex(secret), draws);
  return wrong < 0 ? "" : `draw ${wrong}`;
}

/**
 * The first draw that differs from the stream of step 0; -1: none.
 * @param {Uint8Array} key @param {number[][]} draws
 */
function wrongDraw(key, draws) {
  const message = new DataView(new ArrayBuffer(16));
  let block = new Uint8Array(0);
  let [at, counter] = [0, 0];
  const word = () => {
    if (at === block.length) {
      message.setUint32(12, counter++);
      block = new Uint8Array(hmac(key, new Uint8Array(message.buffer)));
      at = 0;
    }
    at += 4;
    return new DataView(block.buffer).getUint32(at - 4);
  };
  return draws.findIndex(([n, drawn]) => {
    const limit = 2 ** 32 - (2 ** 32 % n);
    let number = word();
    while (number >= limit) number = word();
    return number % n !== drawn;
  });
}
