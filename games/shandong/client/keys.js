// @ts-check
// What each key does at the table of Shandong Upgrade. Every key answers in words, also the one that can do nothing
// now: why.
import { handKeys, say } from "/static/js/table/hand_keys.js";
import { seconds } from "/static/js/table/timer.js";
import { offers } from "./bids.js";
import { card } from "./cards.js";
import { phaseText } from "./phase.js";

/** @typedef {import("./view.js").Shandong} Shandong */

/** As the hand is laid out: trumps of all suits, then suit by suit. @param {Shandong} game @param {string} id */
const group = ({ trumps }, id) => (trumps.constants.has(id.slice(0, -2)) ? "" : card(id).suit);

/** By chord; help lists the same (a test compares them). @type {Record<string, (game: Shandong) => void>} */
export const KEYS = {
  ...handKeys(group),
  "Shift+ArrowLeft": (game) => (game.held.move(-1, true), chosen(game)),
  "Shift+ArrowRight": (game) => (game.held.move(1, true), chosen(game)),
  " ": (game) => (game.held.toggle(game.held.active), chosen(game)),
  Enter: enter,
  Escape: (game) => (game.large.length ? game.enlarge([]) : game.held.clear(), chosen(game)),
  d: (game) => (game.twin(game.held.active), chosen(game)),
  h: hint,
  p: pass,
  w: (game) => say(game, game.speech.situation()),
  g: (game) => say(game, game.speech.hand()),
  l: (game) => game.toggleLast(),
  t: (game) => say(game, game.w("say.trump.now", { suit: trump(game), level: game.w(game.table.level) })),
  s: (game) => say(game, `${points(game)} ${game.speech.levels()}`),
  o: (game) => say(game, game.w("counts") + SEATS.map((seat) => count(game, seat)).join(", ")),
  r: (game) =>
    say(game, game.w("say.direction", { name: game.api.name(((game.table.currentTurn ?? game.me) + 1) % 4) })),
  c: clock,
};

const SEATS = [0, 1, 2, 3];

/** True when the key meant something here. @param {Shandong} game @param {string} key */
export function pressed(game, key) {
  const offer = offers(game)[Number(key) - 1];
  if (offer) {
    offer.take();
    if (game.sticking) say(game, game.speech.asked());
    return true;
  }
  KEYS[key]?.(game);
  return key in KEYS;
}

/** @param {Shandong} game */
const chosen = (game) => say(game, game.speech.chosen() || game.w("say.picked.none"));

/** @param {Shandong} game */
function trump({ trumps, table, own, w }) {
  if (trumps.suit) return w(trumps.suit);
  return w(table.revealed || own?.knowsTrump ? "none" : table.declarer === null ? "unknown" : "dark");
}

/** @param {Shandong} game */
const points = ({ w, table }) => w("say.points.now", { n: table.defenderPoints, next: table.nextThreshold });

/** @param {Shandong} game @param {number} seat */
const count = ({ api, table }, seat) => `${api.name(seat)} ${table.handCounts[seat]}`;

/** @param {Shandong} game */
function clock(game) {
  const { w, left } = game;
  say(game, `${phaseText(game)}: ${left === null ? w("say.no.clock") : w("say.seconds", { n: seconds(left) })}`);
}

/** @param {Shandong} game */
function hint(game) {
  game.hint();
  say(game, game.speech.chosen() || `${game.w("say.no.hint")} ${game.speech.situation()}`);
}

/** @param {Shandong} game */
function pass(game) {
  if (game.own?.mayPass) void game.send("pass");
  else say(game, `${game.w("say.no.pass")} ${game.speech.situation()}`);
}

/**
 * Plays what is chosen, or else the one card that the keyboard stands on; after a round, goes on.
 * @param {Shandong} game
 */
function enter(game) {
  const { held, table, own, api } = game;
  if (table.phase === "round_end" && api.seat !== null) return void api.sayReady();
  if (api.hindrance) return say(game, api.hindrance);
  if (table.phase === "playing" && game.mine && !held.chosen.size && (own?.wanted ?? 0) <= 1)
    held.toggle(held.active, true);
  if (!game.enter()) void why(game);
}

/** Why the cards that are chosen cannot be played: the server knows. @param {Shandong} game */
async function why(game) {
  const { held, own, w, api } = game;
  const n = held.cards.length;
  if (game.mine && own?.wanted && n !== own.wanted) return say(game, w("say.too.few", { n, of: own.wanted }));
  if (!game.mine || !n) return say(game, game.speech.situation());
  const answer = await api.check({ action: "play", payload: { cards: held.cards } });
  say(game, answer.ok ? game.speech.situation() : answer.text);
}
