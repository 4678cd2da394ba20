// @ts-check
// Sorting and moving cards without dragging: entries for the table menu.
import { html } from "/static/vendor/vendor.js";
import { icon } from "../ui/icons.js";

/**
 * These move the chosen card, or else the one at the keyboard's position.
 * @param {import("./api.js").TableApi} api @param {import("./order.js").OwnOrder} order
 * @param {import("./hand.js").Hand} hand @param {() => void} redraw
 */
export function orderMenu(api, order, hand, redraw) {
  const by = api.pref("sort");
  /** @param {string} how */
  const sort = (how) => {
    order.forget();
    api.prefer("sort", how);
    redraw();
  };
  /** @param {number} by */
  const move = (by) => {
    const id = hand.cards[0] ?? hand.order[hand.active];
    if (id === undefined) return;
    order.move(hand.order, id, hand.order.indexOf(id) + by);
    redraw();
  };
  return html`<div class="row"><span>${api.t("set.sort")}</span><span class="chips">
      ${["suits", "ranks"].map(
        (how) => html`<button class="chip" aria-pressed=${!order.active && by === how}
          @click=${() => sort(how)}>${api.t(`set.sort.${how}`)}</button>`,
      )}</span></div>
    <div class="row"><span>${api.t("order.move")}</span><span class="chips">
      <button class="round" aria-label=${api.t("order.left")} @click=${() => move(-1)}>${icon("back")}</button>
      <button class="round ahead" aria-label=${api.t("order.right")}
        @click=${() => move(1)}>${icon("back")}</button></span></div>`;
}
