// @ts-check
// The table for any game, as the page mounts it.
import { nothing, render } from "/static/vendor/vendor.js";
import { stylesheet } from "../../ui/stylesheet.js";
import { orderMenu } from "../order_menu.js";
import { AnyTable } from "./any_table.js";
import { pressed } from "./keys.js";

/** @param {HTMLElement} root @param {import("../api.js").TableApi} api */
export async function mount(root, api) {
  await stylesheet("/static/css/generic.css");
  const any = new AnyTable(root, api);
  return {
    /** @type {AnyTable["update"]} */
    update: (table, own, events, whole) => any.update(table, own, events, whole),
    redraw() {
      if (any.sight) any.look(any.sight.table, any.sight.own); // in another language, perhaps
      any.draw();
    },
    tick: () => any.sight && any.left !== null && any.draw(),
    bar: () => any.bar(),
    menu: () => orderMenu(api, any.order, any.held, () => any.draw()),
    waiting: () => any.sight?.mine ?? false,
    /** Another seat's cards. @param {import("../../codec.js").View} own */
    hand: (own) => any.cardsOf(own),
    key: (/** @type {string} */ key) => pressed(any, key),
    unmount() {
      any.area.leave();
      render(nothing, root);
    },
  };
}
