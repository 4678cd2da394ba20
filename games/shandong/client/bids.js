// @ts-check
// Declaring, countering and sticking. Each suit has a fixed place, so that nothing moves under a finger.
import { html, nothing } from "/static/vendor/vendor.js";
import { suitSign } from "/static/js/table/cards.js";
import { card, SUITS } from "./cards.js";

/** @typedef {import("./view.js").Shandong} Shandong */
/** @typedef {import("./views.d.ts").Own} Own */
/** @typedef {import("./views.d.ts").StickOffer} StickOffer */

/** @type {Partial<Record<import("./views.d.ts").Lack, string>>} */
const LACKS = { joker: "no.joker", joker_pair: "no.jokers", pair: "no.pair" };
const ORDER = ["spades", "hearts", "clubs", "diamonds"];

/** The suit that these cards would make trump. @param {string[]} cards */
const suitOf = (cards) => card(cards[cards.length - 1]).suit;

/** @param {Shandong} game @param {Own} own */
export function bidBar(game, own) {
  const { table, w, api } = game;
  if (table.phase === "sticking") return stickBar(game, own);
  const may = api.seat !== null && table.mayAct.includes(api.seat);
  const countering = table.declarer !== null;
  const offers = countering ? own.counters : own.declares;
  const action = countering ? "counter" : "declare";
  const title = w(action);
  const noTrump = offers.find((cards) => suitOf(cards) === "joker");
  /** @param {string[] | undefined} cards */
  const make = (cards) => void game.send(action, { cards });
  const bids = ORDER.map((suit) => {
    const best = may ? offers.filter((cards) => suitOf(cards) === suit).at(-1) : undefined;
    return bid(game, action, suit, best, own.missing[SUITS.indexOf(suit)]);
  });
  return html`<div class="bids" role="group" aria-label=${title}>
    <p>${title}</p>
    <div class="bid-row">
      ${bids}
      ${noTrump ? html`<button data-offer @click=${() => make(noTrump)}>${w("none")}</button>` : nothing}
      ${passButton(game, own)}
    </div>
  </div>`;
}

/** @param {Shandong} game @param {Own} own */
function passButton(game, own) {
  const { w, api } = game;
  return html`<button class="pass" ?disabled=${!own.mayPass || !api.ready}
    @click=${() => void game.send("pass")}>${w("pass")}</button>`;
}

/**
 * @param {Shandong} game @param {"declare" | "counter"} action @param {string} suit
 * @param {string[] | undefined} best @param {import("./views.d.ts").Lack} missing
 */
function bid(game, action, suit, best, missing) {
  const { w, api } = game;
  const pair = best?.slice(-2) ?? [];
  const lack = LACKS[missing];
  const lacks = lack ? w(lack) : "–";
  const shown = best ? `${card(pair[0]).rank} ${card(pair[0]).rank}` : lacks;
  return html`<button class="bid" ?disabled=${!best || !api.ready} aria-label="${w(suit)} ${shown}"
    data-act=${best ? [action, ...best].join(" ") : nothing}
    ?data-offer=${best} @click=${() => void game.send(action, { cards: best })}>
    ${suitSign(suit)}<small>${shown}</small>
  </button>`;
}

/** @param {Shandong} game @param {Own} own @param {StickOffer} offer */
function givingBar(game, own, offer) {
  const { table, w, api } = game;
  const giveBack = game.held.cards;
  return html`<div class="bids" role="group" aria-label=${w("stick")}>
    <p>${w("give", { name: table.declarer === null ? "" : api.name(table.declarer) })}</p>
    <div class="bid-row">
      <button @click=${() => game.offerStick(null)}>${w("clear")}</button>
      <button class="primary" ?disabled=${giveBack.length !== own.wanted || !api.ready}
        @click=${() => void game.send("stick", { cards: offer.cards, giveBack })}>
        ${w("give.now", { n: giveBack.length, of: own.wanted })}</button>
    </div>
  </div>`;
}

/** @param {Shandong} game @param {Own} own */
function stickBar(game, own) {
  const { table, w, api } = game;
  const claimed = table.claim === api.seat;
  if (game.sticking && own.mayStick) return givingBar(game, own, game.sticking);
  const offers = own.sticks.slice(0, 4).map((one) => {
    const ranks = one.cards.slice(1).map((id) => card(id).rank);
    const { suit } = card(one.cards[1]);
    return html`<button class="bid" data-offer ?disabled=${!api.ready} aria-label="${w(suit)} ${ranks.join(" ")}"
      @click=${() => game.offerStick(one)}>
      ${suitSign(suit)}<small>${ranks.join(" ")}</small></button>`;
  });
  return html`<div class="bids" role="group" aria-label=${w("stick")}>
    <p>${table.claim !== null && !claimed ? w("claiming", { name: api.name(table.claim) }) : w("stick")}</p>
    <div class="bid-row">
      ${own.mayStick && !own.sticks.length ? html`<span class="faint">${w("no.stick")}</span>` : nothing}
      ${offers}
      ${
        own.sticks.length && table.claim === null
          ? html`<button data-offer ?disabled=${!api.ready}
            @click=${() => void game.send("stick_claim")}>${w("claim")}</button>`
          : nothing
      }
      ${passButton(game, own)}
    </div>
  </div>`;
}

/** What the panel offers to choose from, in its order: each is called by its number. @param {Shandong} game */
export function offers({ root }) {
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll(".panel [data-offer]"));
  return [...buttons].map((button) => ({
    name: button.getAttribute("aria-label") ?? button.textContent.trim(),
    take: () => button.click(),
  }));
}
