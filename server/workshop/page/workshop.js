// @ts-check
// The author's page: a table with the author in every seat, all steps of its match, and a close look at each.
import { ask, say, send, unsay } from "./asking.js";
import { button, el, part } from "./dom.js";
import { Gallery } from "./gallery.js";
import { Look } from "./look.js";
import { Seats } from "./seats.js";
import { dealForm } from "./deal_form.js";
import { w } from "./words.js";

/**
 * A table as the workshop tells it.
 * @typedef {object} Told
 * @property {string} code @property {string} game @property {string} seed @property {number} match
 * @property {number} step @property {number} phase @property {number[]} acting @property {number} steps
 * @property {import("./seats.js").SeatDoc[]} seats
 */

const EVERY_MS = 300;
/** What the codes of a gallery's states begin with. */
const GALLERY = "gallery.";

const seats = new Seats();
const look = new Look();
const gallery = new Gallery();
/** @type {Told | null} */
let table = null;
/** The step that is shown; null: the table as it is now. @type {number | null} */
let shown = null;

const range = el("input", {
  type: "range",
  min: "0",
  step: "1",
  ariaLabel: w("step"),
  oninput: () => go(range.valueAsNumber),
});
const title = el("h1");
const where = el("output");
const now = button(w("now"), () => go(null));
const on = button(w("on"), () => void playOn());
const save = el("a", { textContent: w("save") });

part("time", HTMLElement).append(
  button("◀", () => go(Math.max(0, at() - 1))),
  range,
  button("▶", () => go(at() + 1)),
  where,
  now,
  on,
  save,
);
part("gallery", HTMLElement).ariaLabel = w("gallery");
part("time", HTMLElement).ariaLabel = w("steps");
part("head", HTMLElement).append(title, ...dealForm(open, (game) => open(`${GALLERY}${game}`)));

/** The step that is shown, by its number. */
const at = () => shown ?? table?.steps ?? 0;

/** @param {number | null} step */
function go(step) {
  if (!table) return;
  shown = step === null || step >= table.steps ? null : step;
  draw();
}

/** @param {string} code */
function open(code) {
  location.hash = code;
}

async function playOn() {
  const made = table && (await send(`/workshop/tables/${table.code}/steps/${at()}/on`, {}));
  if (made) open(made.code);
}

function draw() {
  const there = table !== null;
  title.textContent = table ? `${table.game} ${isShown(table.code) ? "" : table.code}` : w("workshop");
  for (const each of ["time", "seats", "look"]) part(each, HTMLElement).hidden = !there;
  if (!table) return;
  const { code, steps, acting } = table;
  range.max = `${steps}`;
  range.value = `${at()}`;
  where.textContent = shown === null ? w("isNow", { at: at(), steps }) : `${at()} / ${steps}`;
  now.disabled = shown === null;
  save.href = `/workshop/tables/${code}/steps/${at()}/moment`;
  save.download = "";
  seats.lay(isShown(code) ? "" : `/r/${code}`, table.seats);
  seats.show(shown, steps, (seat) => `/m/workshop-${code}-${seat}`);
  seats.mark(shown === null ? acting : []);
  void look.at(`/workshop/tables/${code}/steps/${at()}`, (told) => {
    where.textContent += `: ${told.did}`;
    seats.mark(told.acting);
  });
}

/** Is it a state of a gallery? @param {string} code */
const isShown = (code) => code.startsWith(GALLERY);

/** @param {string} code */
async function refresh(code) {
  const told = await ask(`/workshop/tables/${code}`);
  if (told && code === location.hash.slice(1)) {
    if (table && table.match !== told.match) {
      look.forget();
      seats.forget();
    }
    table = told;
    draw();
  }
}

async function arrive() {
  table = null;
  shown = null;
  unsay();
  const code = location.hash.slice(1);
  const [, game, number] = isShown(code) ? code.split(".") : [];
  gallery.show(game ?? "");
  gallery.mark(code);
  if (game) shown = 0;
  if (code && (!game || number)) await refresh(code);
  draw();
}

/** Has the table gone on? */
async function watch() {
  const code = table?.code;
  const asked = code && !isShown(code) && !document.hidden ? fetch(`/workshop/tables/${code}/now`) : null;
  const answer = await asked?.catch(() => null);
  if (answer?.ok) {
    const { match, step, phase } = await answer.json();
    const same = table?.match === match && table?.step === step && table?.phase === phase;
    if (code && code === table?.code && !same) await refresh(code);
  }
  setTimeout(watch, EVERY_MS);
}

let life = "";
const changes = new EventSource("/workshop/changes");
changes.addEventListener("life", ({ data }) => {
  if (life && life !== data) location.reload();
  life = data;
  unsay();
});
changes.addEventListener("changed", () => {
  unsay();
  look.forget();
  seats.reload();
  if (table) void refresh(table.code);
});
changes.addEventListener("wrong", ({ data }) => say(JSON.parse(data)));
changes.addEventListener("said", ({ data }) => say(JSON.parse(data), "said"));

addEventListener("hashchange", () => void arrive());
addEventListener("message", ({ origin, data }) => {
  if (origin === location.origin && typeof data?.wrong === "string") say(data.wrong);
});
void arrive();
void watch();
