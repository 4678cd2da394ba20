// @ts-check
// Declaring, countering and sticking. Each suit has a fixed place, so that nothing moves under a finger.
import { html, nothing } from "/static/vendor/vendor.js";
import { card, cardName, SUITS } from "./cards.js";
import { suitSign } from "./faces.js";

/** @typedef {import("./view.js").Shandong} Shandong */

/** @type {Record<string, string>} */
const LACKS = { joker: "no.joker", joker_pair: "no.jokers", pair: "no.pair" };
const ORDER = ["spades", "hearts", "clubs", "diamonds"];

/** @param {Shandong} game */
export function bidBar(game) {
  const { own, table, w, api } = game;
  if (!own) return nothing;
  if (table.phase === "sticking") return stickBar(game);
  const may = table.mayAct.includes(api.seat);
  const countering = table.declarer !== null;
  const offers = countering ? own.counters : own.declares;
  const title = w(countering ? "counter" : "declare");
  const action = countering ? "counter" : "declare";
  return html`<div class="bids" role="group" aria-label=${title}>
    <p>${title}</p>
    <div class="bid-row">
      ${ORDER.map((suit) => bid(game, suit, may ? offers.filter((/** @type {string[]} */ cards) => card(cards[cards.length - 1]).suit === suit) : [], action))}
      ${
        offers.some((/** @type {string[]} */ cards) => card(cards[cards.length - 1]).suit === "joker")
          ? html`<button @click=${() => void game.send(action, { cards: offers.find((/** @type {string[]} */ cards) => card(cards[cards.length - 1]).suit === "joker") })}>${w("none")}</button>`
          : nothing
      }
      <button class="pass" ?disabled=${!own.mayPass || !api.ready} @click=${() => void game.send("pass")}>${w("pass")}</button>
    </div>
  </div>`;
}

/** @param {Shandong} game @param {string} suit @param {string[][]} offers @param {string} action */
function bid(game, suit, offers, action) {
  const { w, api, own } = game;
  const best = offers.at(-1);
  const pair = best?.slice(-2) ?? [];
  const lack = LACKS[own.missing[SUITS.indexOf(suit)]];
  const lacks = lack ? w(lack) : "–";
  return html`<button class="bid" ?disabled=${!best || !api.ready} aria-label="${w(suit)} ${best ? pair.map((id) => cardName(id, w)).join(" ") : lacks}"
    @click=${() => void game.send(action, { cards: best })}>
    ${suitSign(suit)}<small>${best ? `${card(pair[0]).rank}${card(pair[0]).rank}` : lacks}</small>
  </button>`;
}

/** @param {Shandong} game */
function stickBar(game) {
  const { own, table, w, api } = game;
  const claimed = table.claim === api.seat;
  const offer = game.sticking;
  if (offer && own.mayStick) {
    return html`<div class="bids" role="group" aria-label=${w("stick")}>
      <p>${w("give", { name: api.name(table.declarer) })}</p>
      <div class="bid-row">
        <button @click=${() => game.offerStick(null)}>${w("clear")}</button>
        <button class="primary" ?disabled=${game.held.cards.length !== own.wanted || !api.ready}
          @click=${() => void game.send("stick", { cards: offer.cards, giveBack: game.held.cards })}>${w("give.now", { n: game.held.cards.length, of: own.wanted })}</button>
      </div>
    </div>`;
  }
  return html`<div class="bids" role="group" aria-label=${w("stick")}>
    <p>${table.claim !== null && !claimed ? w("claiming", { name: api.name(table.claim) }) : w("stick")}</p>
    <div class="bid-row">
      ${own.mayStick && !own.sticks.length ? html`<span class="faint">${w("no.stick")}</span>` : nothing}
      ${own.sticks.slice(0, 4).map(
        (
          /** @type {any} */ one,
        ) => html`<button class="bid" ?disabled=${!api.ready} @click=${() => game.offerStick(one)}>
          ${suitSign(card(one.cards[1]).suit)}<small>${one.cards
            .slice(1)
            .map((/** @type {string} */ id) => card(id).rank)
            .join("")}</small></button>`,
      )}
      ${own.sticks.length && table.claim === null ? html`<button ?disabled=${!api.ready} @click=${() => void game.send("stick_claim")}>${w("claim")}</button>` : nothing}
      <button class="pass" ?disabled=${!own.mayPass || !api.ready} @click=${() => void game.send("pass")}>${w("pass")}</button>
    </div>
  </div>`;
}
