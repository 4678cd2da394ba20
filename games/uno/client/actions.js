// @ts-check
// What can be done now: the row of buttons, and the questions that a card asks.
import { html, nothing } from "/static/vendor/vendor.js";
import { timerRing } from "/static/js/table/timer.js";
import { icon } from "/static/js/ui/icons.js";
import { COLORS, shape } from "./cards.js";
import { cardName } from "./telling.js";

/** @typedef {import("./view.js").Uno} Uno */

/** @param {Uno} uno */
export function actionRow(uno) {
  const { api, w, table } = uno;
  if (api.seat === null || api.watching || !uno.running) return nothing;
  const chosen = uno.chosen;
  const call = uno.legal("CALL_UNO");
  const called = table.unoCalled.includes(api.seat);
  return html`<div class="acts">
    <button class=${`uno-call ${uno.callsUno ? "can" : ""}`} data-act="CALL_UNO" aria-pressed=${called}
      ?disabled=${!call || !api.ready}
      @click=${() => void uno.send("CALL_UNO")}>${called ? html`${icon("check")} UNO` : w("uno")}</button>
    ${uno.ask ? nothing : buttons(uno, chosen)}
  </div>`;
}

/** @param {Uno} uno @param {import("./cards.js").Card | undefined} chosen */
function buttons(uno, chosen) {
  const { api, w, table } = uno;
  const skip = uno.legal("SKIP_TURN");
  const draw = uno.legal("DRAW_CARD");
  const challenge = uno.legal("CHALLENGE_WD4");
  if (challenge) return challengeButtons(uno);
  const theirs = w("turn", { name: api.name(table.currentPlayer) });
  // One place for both, also while neither can be pressed: nothing gives way to it.
  return html`${
    skip && !draw
      ? html`<button class="draw" data-act="SKIP_TURN" ?disabled=${!api.ready}
          @click=${() => void uno.send("SKIP_TURN")}>
          ${w(table.phase === "turnEnd" ? "end" : "pass")}</button>`
      : html`<button class="draw" data-act="DRAW_CARD" ?disabled=${!draw || !api.ready}
          @click=${() => void uno.send("DRAW_CARD")}>
          ${draw && table.drawPending ? w("take", { n: table.drawPending }) : w("draw")}</button>`
  }
    <button class="primary play" data-act="PLAY_CARD" ?disabled=${!chosen || !api.ready || !uno.move(chosen.id)}
      @click=${() => uno.play()}>
      ${chosen ? w("play", { card: cardName(chosen, w) }) : uno.mine ? w("choose") : theirs}
    </button>`;
}

/** Two buttons of one size, each with what comes of it. @param {Uno} uno */
function challengeButtons(uno) {
  const { api, w, table } = uno;
  const n = table.drawPending;
  const { by, costIfWrong } = /** @type {import("./views.d.ts").Pending} */ (table.pending);
  const right = w("challenge.right", { name: by === null ? "" : api.name(by), n });
  return html`<div class="challenge">
    ${timerRing(uno.left, uno.whole, api.t)}
    <button ?disabled=${!api.ready} @click=${() => void uno.send("CHALLENGE_WD4")}><b>${w("challenge")}</b>
      <small>${right}</small><small>${w("challenge.wrong", { n: costIfWrong })}</small></button>
    <button ?disabled=${!api.ready} @click=${() => void uno.send("DRAW_CARD")}><b>${w("accept", { n })}</b></button>
  </div>`;
}

/** The question that the chosen card asks: which colour, whose hand. @param {Uno} uno */
export function question(uno) {
  const { ask, w, api } = uno;
  if (!ask || api.watching) return nothing;
  return html`<div class="ask" role="group" aria-label=${w(`choose.${ask.what}`)}>
    <header><b>${w(`choose.${ask.what}`)}</b>
      ${
        ask.first
          ? nothing
          : html`<button class="quiet" @click=${() => uno.askNothing()}>${icon("back")} ${w("back")}</button>`
      }</header>
    ${ask.what === "color" ? colors(uno) : targets(uno, ask.targets)}
    ${timerRing(uno.left, uno.whole, api.t)}
  </div>`;
}

/** @param {Uno} uno */
function colors(uno) {
  const { w, hand, bestColor } = uno;
  const count = (/** @type {import("./cards.js").Color} */ color) => hand.filter((card) => card.color === color).length;
  return html`<div class="tiles">
    ${COLORS.map(
      (color) => html`<button class="tile ${color}" data-act=${color} aria-current=${color === bestColor}
        @click=${() => uno.answerColor(color)}>
        ${shape(color)} <span>${w(color)}</span><small>${w("held", { n: count(color) })}</small></button>`,
    )}
  </div>`;
}

/** @param {Uno} uno @param {number[]} seats */
function targets(uno, seats) {
  const { api, w, table } = uno;
  return html`<div class="tiles">
    ${seats.map(
      (seat) => html`<button class="tile" @click=${() => uno.answerTarget(seat)}>
        <span>${api.name(seat)}</span><small>${w("cards", { n: table.players[seat].cardCount })}</small></button>`,
    )}
  </div>`;
}
