// @ts-check
// What can be done now: playing, burying, choosing for a throw; and the duties of a follower.
import { html, nothing } from "/static/vendor/vendor.js";
import { timerRing } from "/static/js/table/timer.js";
import { bidBar } from "./bids.js";
import { cardName, cardSign, cardsName, SIGNS } from "./cards.js";
import { fan, teamName } from "./compass.js";
import { phaseText } from "./phase.js";

/** @typedef {import("./view.js").Shandong} Shandong */
/** @typedef {import("./views.d.ts").Own} Own */
/** @typedef {import("/static/js/table/api.js").Answer} Answer */
/** What the server says that the cards are. @typedef {{type?: string, size?: number}} Judged */

/** @param {Shandong} game */
export function actions(game) {
  const { table, own, api, w } = game;
  if (!own || api.watching) return nothing;
  const { phase } = table;
  if (table.presence[api.seat ?? 0] === "auto") {
    return html`<div class="acts"><b>${w("auto")}</b><button class="primary"
      @click=${() => void game.send("set_auto", { enabled: false })}>${w("auto.off")}</button></div>`;
  }
  if (["dealing", "declaring", "countering", "sticking"].includes(phase)) return bidBar(game, own);
  if (phase === "bottom") return own.taken ? buryRow(game, own.wanted ?? 0) : waiting(game);
  if (phase === "throw_choice") return table.currentTurn === api.seat ? throwChoice(game) : waiting(game);
  return phase === "playing" ? playRow(game, own) : nothing;
}

/** @param {Shandong} game */
function waiting(game) {
  return html`<div class="acts"><p class="faint">${phaseText(game)}</p></div>`;
}

/** @param {Shandong} game @param {Own} own */
function playRow(game, own) {
  const { table, api, w, held } = game;
  const mine = table.currentTurn === api.seat;
  const chosen = held.cards;
  const wanted = own.wanted ?? 0;
  const fits = chosen.length > 0 && (wanted === 0 || chosen.length === wanted);
  const verdict = game.verdict.of(mine && fits && api.ready ? { action: "play", payload: { cards: chosen } } : null);
  const refused = verdict !== null && !verdict.ok && !verdict.code.includes(".") ? verdict : null;
  const label = playText(game, chosen, mine ? own : null, verdict, cardName);
  return html`<p class="duty">${
    refused
      ? html`<span class="bad">${refused.text}</span> <button class="quiet why"
          @click=${() => api.openHelp(refused.code)}>${api.t("help.why")}</button>`
      : mine && own.duty
        ? dutyText(game, own.duty, true)
        : nothing
  }</p>
    <div class="acts">
      <button class="quiet" aria-pressed=${game.showsLast} ?disabled=${!table.lastTrick}
        @click=${() => game.toggleLast()}>${w("last")}</button>
      ${
        mine
          ? html`<button @click=${() => game.hint()}>${w("hint")}</button>`
          : html`<button class="quiet" ?disabled=${!api.ready}
            @click=${() => void game.send("set_auto", { enabled: true })}>${w("auto.on")}</button>`
      }
      <button class="primary play" data-act="play" ?disabled=${!mine || !fits || !api.ready || refused}
        aria-label=${label}
        @click=${() => void game.play()}>${playText(game, chosen, mine ? own : null, verdict, cardSign)}</button>
    </div>`;
}

/**
 * @param {Shandong} game @param {string[]} chosen
 * @param {Own | null} own null while others play @param {Answer | null} verdict
 * @param {typeof cardName} named
 */
function playText(game, chosen, own, verdict, named) {
  const { table, api, w } = game;
  if (!own) return w("waiting", { name: table.currentTurn === null ? "…" : api.name(table.currentTurn) });
  const { wanted } = own;
  if (game.asksThrow) return w("throw");
  if (!chosen.length) return wanted ? w("choose.n", { n: wanted }) : w("choose");
  const { type = "", size = 0 } = verdict?.ok ? /** @type {Judged} */ (verdict.result) : {};
  // A follower's loose cards are no throw.
  if (wanted && (!type || type === "mixed")) return w("follow", { n: `${chosen.length}/${wanted}` });
  if (!type) return w("play", { what: w("cards", { n: chosen.length }) });
  const what = chosen.length <= 2 ? `${w(type)} ${named(chosen[0], w)}` : `${w(type, { k: size })} · ${chosen.length}`;
  return w("play", { what });
}

/** @param {Shandong} game @param {import("./views.d.ts").Duty} duty @param {boolean} [signs] for the eye */
export function dutyText({ w }, duty, signs = false) {
  const suit = signs && SIGNS[duty.suit] ? `${SIGNS[duty.suit]} ${w(duty.suit)}` : w(duty.suit);
  const n = duty.count;
  if (!duty.pool.length) return w("duty.any", { n });
  if (duty.others) return w("duty.all", { suit, n: duty.others });
  const shapes = duty.shapes.map((shape) => shapeText(shape, w));
  const pairs = duty.shapes.filter((shape) => shape.type === "pair").length;
  const others = shapes.filter((_, i) => duty.shapes[i].type !== "pair");
  if (!shapes.length) return w("duty.suit", { suit, n });
  return w("duty.shape", {
    suit,
    n,
    shapes: [
      ...others,
      ...(pairs ? [w(signs ? "pairs" : pairs === 1 ? "say.pair" : "say.pairs", { n: pairs })] : []),
    ].join(" + "),
  });
}

/** @param {import("./views.d.ts").ShapeDuty} shape @param {import("./words.js").Say} w */
const shapeText = (shape, w) => w(shape.type, { k: shape.size }) + (shape.type === "straight" ? ` ${shape.size}` : "");

/** @param {Shandong} game @param {number} wanted */
function buryRow(game, wanted) {
  const { w, api, held } = game;
  const cards = held.cards;
  const points = cards.reduce((sum, id) => sum + game.worth(id), 0);
  const asking = game.asksBury && cards.length === wanted;
  const slot = (/** @type {string | undefined} */ id) =>
    html`<div class="bury-slot">${id ? fan(game, [id]) : nothing}</div>`;
  const count = html`${w("bury", { n: cards.length, of: wanted })}${points ? ` · ${points} ${w("points")}` : nothing}`;
  return html`<div class="bury">
      ${Array.from({ length: wanted }, (_, i) => slot(cards[i]))}
    </div>
    <div class="acts">
      <button @click=${() => game.hint()}>${w("hint")}</button>
      <button class="primary play" data-act="bury" ?disabled=${cards.length !== wanted || !api.ready}
        @click=${() => void game.bury(points)}>${asking ? w("bury.points", { points }) : count}</button>
    </div>`;
}

/** @param {Shandong} game */
function throwChoice(game) {
  const { table, w, api } = game;
  const failed = table.throws.at(-1);
  return html`<div class="bids" role="group" aria-label=${w("throw_choice.you")}>
    <p>${w("throw_choice.you")} ${timerRing(game.left, game.whole, api.t)}</p>
    <div class="bid-row">
      ${failed?.candidates.map(
        ({ type, cards }, index) => html`<button data-offer ?disabled=${!api.ready}
          aria-label="${w(type, { k: cards.length / 2 })} ${cardsName(cards, w)}"
          @click=${() => void game.send("choose_throw", { index })}>
          ${w(type, { k: cards.length / 2 })} ${cards.map((id) => cardSign(id, w)).join(" ")}</button>`,
      )}
    </div>
  </div>`;
}

/** The strip under the bar: trump, levels, points. @param {Shandong} game */
export function facts(game) {
  const { table, w, api } = game;
  const suit = game.trumps.suit;
  const ours = game.me % 2;
  const points = table.defenderPoints;
  const next = table.nextThreshold;
  const dealing = table.dealer === null ? null : table.dealer % 2;
  const known = table.revealed || game.own?.knowsTrump;
  const trump = suit
    ? html`<span class="sign ${suit}">${SIGNS[suit]}</span> ${w(suit)}`
    : w(known ? "none" : table.declarer === null ? "unknown" : "dark");
  const dealer = html` <i class="dealer">${w("dealer")}</i>`;
  const left = table.bottomCount;
  return html`<div class="facts-row">
    <span class="fact"><small>${w("level.of", { level: table.level })}</small> <b>${trump}</b></span>
    ${[ours, 1 - ours].map((team) => {
      const name = api.seat === null ? "" : team === 0 ? " A" : " B";
      return html`<span class="fact team ${team ? "b" : "a"}"><small>${teamName(game, team)}${name}</small>
      <b>${table.teamLevels[team]}</b>${dealing === team ? dealer : nothing}</span>`;
    })}
    <span class="fact"><small>${w("points")}</small> <b>${points}/${next}</b></span>
    ${left ? html`<span class="fact bottom-fact"><small>${w("bottom")}</small> <b>${left}</b></span>` : nothing}
  </div>`;
}
