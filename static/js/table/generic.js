// @ts-check
// A table for any game: what is seen as a list, what is legal as buttons. Rules are the server's affair.
import { html, nothing, render } from "/static/vendor/vendor.js";
import { seconds } from "./timer.js";
import { SEATS, structText, valueText } from "./describe.js";

/** @typedef {import("../codec.js").View} View */

/** Fields of `own` that list legal actions. */
const LEGAL = ["legal", "legalActions"];

/** @param {HTMLElement} root @param {import("./api.js").TableApi} api */
export function mount(root, api) {
  root.className = "game generic";
  /** @type {View | null} */
  let table = null;
  /** @type {View | null} */
  let own = null;
  let status = "";

  const schema = () => /** @type {import("../codec.js").Schema} */ (api.schema);
  const teller = () => api.teller(schema());

  /** @returns {View[]} */
  const legal = () => LEGAL.map((name) => own?.[name]).find(Array.isArray) ?? [];

  /** The action that a legal move stands for: its form without the empty fields. @param {View} move */
  const bare = (move) => Object.fromEntries(Object.entries(move).filter(([, value]) => value !== null));

  /** @param {View} move */
  async function play(move) {
    status = "";
    const answer = await api.act(bare(move));
    if (!answer.ok) status = answer.text;
    draw();
  }

  /** @param {View} move @param {string} struct */
  function label(move, struct) {
    const kind = move.type ?? move.action;
    const types = Object.fromEntries(schema().structs[struct].map(([field, type]) => [field, type]));
    /** @type {Record<string, string>} */
    const params = {};
    for (const [field, value] of Object.entries(move)) params[field] = valueText(teller(), field, value, types[field]);
    const key = `action.${kind}`;
    return api.find(key) ? api.t(key, params) : structText(teller(), struct, move);
  }

  /** @param {string} struct */
  const fieldsOf = (struct) => schema().structs[struct].filter(([field]) => !LEGAL.includes(field));

  /** @param {string} name of the struct @param {View} document */
  function facts(name, document) {
    return html`<dl class="facts">
      ${fieldsOf(name).map(([field, type]) => {
        const value = document[field];
        const title = api.find(`field.${field}`) ?? field;
        const counts = type[0] === "list" && type[1] === "int" ? /** @type {number[]} */ (value) : [];
        const perSeat = !SEATS.test(field) && counts.length === api.room.seats.length;
        return html`<div>
          <dt>${title}</dt>
          <dd>${
            perSeat
              ? html`<ul>${counts.map((one, at) => html`<li>${api.name(at)}: <b>${one}</b></li>`)}</ul>`
              : field === "deadline"
                ? clock(/** @type {number | null} */ (value))
                : valueText(teller(), field, value, type) || "–"
          }</dd>
        </div>`;
      })}
    </dl>`;
  }

  /** @param {number | null} deadline */
  function clock(deadline) {
    const left = api.left(deadline);
    return left === null ? "–" : `${seconds(left)} ${api.t("unit.s")}`;
  }

  function moveStruct() {
    const found = schema().structs[schema().own]?.find(([field]) => LEGAL.includes(field));
    return found ? found[1][1][1] : "";
  }

  function draw() {
    if (!table) return;
    const struct = moveStruct();
    render(
      html`<section class="card" aria-label=${api.t("table")}>${facts(schema().table, table)}</section>
        ${own ? html`<section class="card" aria-label=${api.t("own")}>${facts(schema().own, own)}</section>` : nothing}
        <p class="status" role="status">${status}</p>
        <div class="moves">
          ${(api.watching ? [] : legal()).map(
            (move) => html`<button class="primary" ?disabled=${!api.ready} @click=${() => void play(move)}>
              ${label(move, struct)}</button>`,
          )}
        </div>`,
      root,
    );
  }

  return {
    /** @param {View} nextTable @param {View | null} nextOwn */
    update(nextTable, nextOwn) {
      table = nextTable;
      own = nextOwn;
      draw();
    },
    redraw: draw,
    tick: draw,
    waiting: () => legal().length > 0,
    /** The lists of another seat's own view: its cards. @param {View} own */
    hand: (own) =>
      fieldsOf(schema().own)
        .filter(([, type]) => type[0] === "list" && type[1][0] === "named")
        .map(([field, type]) => valueText(teller(), field, own[field], type)),
    unmount: () => render(nothing, root),
  };
}
