// @ts-check
// A close look at the step that is shown: what is legal for whom and why not, and what each seat was told.
import { ask, send } from "./asking.js";
import { button, el, labelled, part, short } from "./dom.js";
import { w } from "./words.js";

/** @typedef {{code: string, text: string, at: string, actions: unknown[]}} Refusal */
/** @typedef {{seat: number, acts: boolean, listed: number, legal: unknown[], refused: Refusal[]}} Seat */
/**
 * @typedef {object} Frame
 * @property {number | null} seat null: those without one
 * @property {number} bytes @property {string} hex @property {unknown[]} events @property {unknown[]} mine
 * @property {Record<string, unknown>} patches
 */
/** @typedef {{step: number, did: string, frames: Frame[], seats: Seat[]}} Told */

export class Look {
  #path = "";
  /** @type {Told | null} */
  #told = null;
  #verdict = el("output");

  forget() {
    this.#path = "";
  }

  /** @param {string} path of the step @param {(told: {did: string, acting: number[]}) => void} known */
  async at(path, known) {
    if (path === this.#path) return this.#told && known(summary(this.#told));
    this.#path = path;
    this.#told = null;
    const told = /** @type {Told | null} */ (await ask(path));
    if (!told || path !== this.#path) return;
    this.#told = told;
    known(summary(told));
    this.#verdict.textContent = "";
    part("look", HTMLElement).replaceChildren(
      details("legal", el("div", { className: "looks" }, ...told.seats.map(legal)), this.#attempt(path, told)),
      details("told", el("div", { className: "looks" }, ...told.frames.map(frame))),
    );
  }

  /** Tries an action that the author writes. @param {string} path @param {Told} told */
  #attempt(path, told) {
    const seat = el("select", {}, ...told.seats.map((one) => el("option", {}, `${one.seat}`)));
    const action = el("input", { size: 50, value: short(told.seats.flatMap(({ legal }) => legal)[0] ?? {}) });
    const attempt = async () => {
      /** @type {unknown} */
      let asked;
      try {
        asked = JSON.parse(action.value);
      } catch (error) {
        this.#verdict.textContent = `${error}`;
        return;
      }
      const said = await send(`${path}/try`, { seat: Number(seat.value), action: asked });
      if (said)
        this.#verdict.textContent = said.legal
          ? w("isLegal", { what: short(said) })
          : `${said.text} (${said.code}; ${said.at})`;
    };
    return el(
      "p",
      { className: "row" },
      labelled(w("seat"), seat),
      labelled(w("action"), action),
      button(w("try"), attempt),
      this.#verdict,
    );
  }
}

/** @param {Told} told */
const summary = ({ did, seats }) => ({ did, acting: seats.filter(({ acts }) => acts).map(({ seat }) => seat) });

/** Stays as the author has left it. @type {Set<"legal" | "told">} */
const opened = new Set(["legal"]);

/** @param {"legal" | "told"} title @param {HTMLElement[]} inside */
function details(title, ...inside) {
  const made = el("details", { open: opened.has(title) }, el("summary", {}, w(title)), ...inside);
  made.ontoggle = () => (made.open ? opened.add(title) : opened.delete(title));
  return made;
}

/** @param {Seat} one */
function legal({ seat, acts, legal: actions, refused }) {
  const section = el("section", {}, el("h3", {}, `${w("place", { n: seat })}${acts ? ` · ${w("acts")}` : ""}`));
  if (actions.length) section.append(el("p", {}, w("are", { n: actions.length })), list(actions));
  for (const { code, text, at, actions: all } of refused) {
    const reason = el(
      "summary",
      {},
      `${w("refused", { n: all.length, text })} `,
      el("code", {}, `${code}${at ? ` · ${at}` : ""}`),
    );
    section.append(el("details", {}, reason, list(all)));
  }
  return section;
}

/** @param {unknown[]} values */
const list = (values) => el("ul", {}, ...values.map((value) => el("li", {}, el("code", {}, short(value)))));

/** @param {Frame} one */
function frame({ seat, bytes, hex, events, mine, patches }) {
  const whom = seat === null ? w("unseated") : w("place", { n: seat });
  return el(
    "section",
    {},
    el("h3", {}, w("weighs", { whom, n: bytes })),
    list(mine.length ? [...events, ...mine] : events),
    el("pre", {}, short(patches)),
    el("details", {}, el("summary", {}, w("bytes")), el("pre", {}, hex)),
  );
}
