// @ts-check
// What each key does at the UNO table. Every key answers in words, also the one that can do nothing now: why.
import { handKeys, say } from "/static/js/table/hand_keys.js";
import { seconds } from "/static/js/table/timer.js";
import { COLORS } from "./cards.js";
import { COLOR_KEYS } from "./speech.js";
import { cardName } from "./telling.js";

/** @typedef {import("./view.js").Uno} Uno */

/** By chord; help lists the same (a test compares them). @type {Record<string, (uno: Uno) => void>} */
export const KEYS = {
  ...handKeys((uno, id) => uno.colorOf(id)),
  " ": toggle,
  Enter: enter,
  Escape: (uno) => (uno.ask ? uno.askNothing() : uno.held.clear(), say(uno, uno.w("say.picked.none"))),
  h: hint,
  d: (uno) => act(uno, "DRAW_CARD"),
  p: (uno) => act(uno, "SKIP_TURN"),
  u: (uno) => act(uno, "CALL_UNO"),
  x: challenge,
  w: (uno) => say(uno, uno.speech.situation()),
  g: (uno) => say(uno, uno.speech.hand()),
  t: (uno) => say(uno, uno.speech.top()),
  r: (uno) => say(uno, uno.speech.direction()),
  o: (uno) =>
    say(
      uno,
      each(uno, "say.opponent", (one) => one.cardCount),
    ),
  s: (uno) =>
    say(
      uno,
      each(uno, "say.score", (one) => one.score),
    ),
  c: ({ w, api, left }) =>
    api.announce(left === null ? w("say.no.clock") : w("say.seconds", { n: seconds(left) }), true),
};

/** True when the key meant something here. @param {Uno} uno @param {string} key */
export function pressed(uno, key) {
  if (uno.ask && answered(uno, key)) return true;
  KEYS[key]?.(uno);
  return key in KEYS;
}

/** A key that answers the open question. @param {Uno} uno @param {string} key */
function answered(uno, key) {
  const { ask } = uno;
  const color = COLORS.find((one) => COLOR_KEYS[one] === key);
  if (ask?.what === "color" && (color || key === "Enter")) return uno.answerColor(color ?? uno.bestColor), true;
  const seat = ask?.what === "target" ? ask.targets[Number(key) - 1] : undefined;
  if (seat !== undefined) return uno.answerTarget(seat), true;
  return false;
}

/** @param {Uno} uno */
function toggle(uno) {
  uno.held.toggle(uno.held.active);
  const { w, chosen } = uno;
  say(uno, chosen ? w("say.picked.this", { card: cardName(chosen, w) }) : w("say.picked.none"));
}

/** Plays what is chosen, or else the card that the keyboard stands on; after a round, goes on. @param {Uno} uno */
function enter(uno) {
  const { held, api, table } = uno;
  if (table.phase === "roundEnd" && api.seat !== null) return void api.sayReady();
  if (api.hindrance) return say(uno, api.hindrance);
  if (!uno.chosen) held.toggle(held.active, true);
  if (uno.chosen && uno.move(uno.chosen.id)) return uno.play(), say(uno, uno.speech.question());
  const cardId = uno.chosen?.id ?? "";
  void why(uno, { action: "PLAY_CARD", payload: { cardId, turn: table.turnNumber } }, cardId);
}

/** @param {Uno} uno */
function hint(uno) {
  const at = uno.hint();
  const { w, chosen } = uno;
  if (at === 0 || !chosen) return say(uno, `${w("say.no.hint")} ${uno.speech.situation()}`);
  const n = uno.held.order.filter((id) => uno.move(id)).length;
  say(uno, w("say.picked", { card: cardName(chosen, w), i: at, n }));
}

/** @param {Uno} uno */
function challenge(uno) {
  const caught = uno.legal("CHALLENGE_UNO");
  if (uno.legal("CHALLENGE_WD4")) void uno.send("CHALLENGE_WD4");
  else if (caught) void uno.send("CHALLENGE_UNO", { targetPlayerId: caught.targetPlayerId });
  else say(uno, uno.w("say.no.catch"));
}

/** @param {Uno} uno @param {import("./views.d.ts").Did} action */
function act(uno, action) {
  if (uno.legal(action)) void uno.send(action);
  else void why(uno, { action, payload: { turn: uno.table.turnNumber } });
}

/**
 * The server says why it would not do that, and the table what it would.
 * @param {Uno} uno @param {unknown} action @param {string} [card] the one to blame
 */
async function why(uno, action, card = "") {
  const answer = await uno.api.check(action);
  if (!answer.ok && card) uno.show(answer.text, answer.code, card);
  say(uno, `${answer.ok ? "" : answer.text} ${uno.speech.situation()}`);
}

/** @param {Uno} uno @param {string} key of a sentence @param {(one: import("./views.d.ts").Player) => number} n */
function each({ table, api, w }, key, n) {
  return table.players.map((one) => w(key, { name: api.name(one.seat), n: n(one) })).join(", ");
}
