// @ts-check
// What begins a table: a deal by a seed, a saved moment, or the code of a table that is there.
import { ask, send } from "./asking.js";
import { button, el, labelled } from "./dom.js";
import { w } from "./words.js";

/** @typedef {{id: string, seats: [number, number], presets: Record<string, unknown>}} GameCard */

/**
 * @param {(code: string) => void} open @param {(game: string) => void} browse the gallery of a game
 * @returns {HTMLElement[]}
 */
export function dealForm(open, browse) {
  const game = el("select", { onchange: fill });
  const preset = el("select");
  const players = el("input", { type: "number", size: 3 });
  const seed = el("input", { size: 10, value: "first", pattern: "[A-Za-z0-9._\\-]*", placeholder: w("chance") });
  const code = el("input", { size: 8, onchange: () => open(code.value.trim().toUpperCase()) });
  const file = el("input", { type: "file", accept: ".moment", onchange: () => void load() });
  /** @type {GameCard[]} */
  let games = [];

  function fill() {
    const chosen = games.find(({ id }) => id === game.value);
    if (!chosen) return;
    const [least, most] = chosen.seats;
    preset.replaceChildren(...Object.keys(chosen.presets).map((name) => el("option", { value: name }, name)));
    Object.assign(players, { min: `${least}`, max: `${most}`, value: `${Math.max(least, Math.min(4, most))}` });
  }

  async function deal() {
    const wanted = { game: game.value, preset: preset.value, players: players.valueAsNumber, seed: seed.value };
    const made = await send("/workshop/tables", wanted);
    if (made) open(made.code);
  }

  async function load() {
    const [body] = file.files ?? [];
    const headers = { "Content-Type": "application/octet-stream" };
    const made = body && (await ask("/workshop/moments", { method: "POST", headers, body }));
    file.value = "";
    if (made) open(made.code);
  }

  void ask("/api/v1/games").then((told) => {
    games = told?.games ?? [];
    game.replaceChildren(...games.map(({ id }) => el("option", { value: id }, id)));
    fill();
  });
  return [
    labelled(w("game"), game),
    labelled(w("preset"), preset),
    labelled(w("players"), players),
    labelled(w("seed"), seed),
    button(w("deal"), () => void deal()),
    button(w("gallery"), () => browse(game.value)),
    labelled(w("moment"), file),
    labelled(w("room"), code),
  ];
}
