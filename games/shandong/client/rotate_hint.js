// @ts-check
// Would a hand this large be easier to hold the other way round? Said once.
import { html, nothing } from "/static/vendor/vendor.js";
import { icon } from "/static/js/ui/icons.js";

const NARROW_PX = 344;
const MANY_CARDS = 13;
const ROTATED = "paiju.rotate";

/** @param {import("./view.js").Shandong} game */
export function rotateHint(game) {
  const { w, api } = game;
  const { width } = game.area;
  const narrow = width > 0 && width < NARROW_PX && innerHeight > innerWidth;
  if (!narrow || game.hand.length <= MANY_CARDS || localStorage.getItem(ROTATED)) return nothing;
  const close = () => {
    localStorage.setItem(ROTATED, "1");
    game.draw();
  };
  return html`<p class="rotate">${w("rotate")} <button class="quiet round" aria-label=${api.t("close")}
    @click=${close}>${icon("close")}</button></p>`;
}
