// @ts-check
// The possible moves: plays of the chosen cards, numbers to set, all other moves, and the server's verdict.
import { html, nothing } from "/static/vendor/vendor.js";
import { classes } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { actionOf, differing, kindOf } from "./moves.js";

/** @typedef {import("../api.js").Answer} Answer */
/** @typedef {import("./moves.js").Deed} Deed */
/** @typedef {import("./moves.js").Move} Move */
/** @typedef {import("./moves.js").Numbers} Numbers */
/** @typedef {import("./any_table.js").AnyTable} AnyTable */

/** More moves than this go into a separate area, which scrolls. */
const FEW = 3;
/** More cards than this are not named on a button. */
const NAMED = 2;

/** @param {AnyTable} any */
export function actionRow(any) {
  const { api, w, sight } = any;
  if (api.seat === null || api.watching || sight.over) return nothing;
  if (api.room.seats[api.seat]?.away) {
    return html`<div class="acts"><b>${w("auto")}</b>
      <button class="primary" @click=${() => void api.back()}>${w("mine")}</button></div>`;
  }
  const { deeds, numbers, others } = sight.offered;
  const judged = deeds.map((deed) => judge(any, deed));
  const unlisted = judged.every(({ ways }) => !ways.length) ? any.unlisted() : null;
  if (unlisted) judged[0].verdict = any.verdict.of(unlisted);
  const refused = judged.find(({ verdict }) => verdict && !verdict.ok)?.verdict;
  const told = any.status || (refused && !refused.ok ? refused.text : "");
  const code = any.status ? any.refused : refused && !refused.ok ? refused.code : "";
  const why = html` <button class="quiet why" @click=${() => api.openHelp(code)}>${api.t("help.why")}</button>`;
  const buttons = others.map((move) => moveButton(any, move));
  const many = others.length > FEW;
  return html`<p class="status" role="status">${told}${told && api.explained ? why : nothing}</p>
    ${many ? html`<div class="moves" role="group" aria-label=${api.t("table")}>${buttons}</div>` : nothing}
    <div class="acts">
      ${numbers.map((one) => stepper(any, one))} ${many ? nothing : buttons}
      ${deeds.length ? html`<button class="hint" @click=${() => any.hint()}>${w("hint")}</button>` : nothing}
      ${judged.map(({ deed, ways, verdict }) => deedButton(any, deed, ways, verdict))}
      ${sight.mine ? nothing : html`<p class="faint">${waiting(any)}</p>`}
    </div>`;
}

/** @param {AnyTable} any */
function waiting({ sight, w, api }) {
  return sight.acting?.length ? w("waiting", { name: sight.acting.map(api.name).join(" · ") }) : "";
}

/**
 * The plays of the chosen cards, and the server's verdict if it was asked.
 * @param {AnyTable} any @param {Deed} deed
 */
function judge(any, deed) {
  const ways = any.api.busy ? [] : any.plays(deed);
  const asked = deed.pick && any.api.ready && ways.length ? actionOf(ways[0]) : null;
  const verdict = deed.pick ? any.verdict.of(asked) : null;
  return { deed, ways, verdict };
}

/** @param {AnyTable} any @param {Deed} deed @param {Move[]} ways @param {Answer | null} verdict */
function deedButton(any, deed, ways, verdict) {
  const ready = ways.length > 0 && any.api.ready && verdict?.ok !== false;
  return html`<button class="primary play" data-act=${deed.type} ?disabled=${!ready} @click=${() => any.play(ways)}>
    ${deedText(any, deed, ways, verdict)}</button>`;
}

/** @param {AnyTable} any @param {Deed} deed @param {Move[]} ways @param {Answer | null} verdict */
function deedText(any, { type, pick }, ways, verdict) {
  const { sight, w, chosen } = any;
  if (!chosen.length) {
    const exactly = pick && pick.least === pick.most && pick.least > 1;
    const bare = sight.called({ type });
    return exactly ? `${bare}: ${w("choose.n", { n: pick.least })}` : bare;
  }
  const first = ways[0];
  if (!first) return sight.called({ type });
  const result = verdict?.ok ? /** @type {{type?: string}} */ (verdict.result) : {};
  const said = result?.type ? (any.api.find(`type.${result.type}`) ?? result.type) : "";
  const open = Object.fromEntries(differing(ways).map((name) => [name, ""]));
  if (pick) return sight.called(first, { ...open, [pick.field]: said || briefly(any, chosen) });
  return sight.called(first, open);
}

/** @param {AnyTable} any @param {string[]} cards */
const briefly = ({ sight, w }, cards) =>
  cards.length <= NAMED ? cards.map(sight.short).join(" ") : w("cards", { n: cards.length });

/** The words by which a lesson finds a move. @param {Move} move */
const act = (move) =>
  Object.values(move)
    .filter((value) => typeof value === "string")
    .join(" ");

/** @param {AnyTable} any @param {Move} move */
function moveButton(any, move) {
  return html`<button data-act=${act(move)} ?disabled=${!any.api.ready}
    @click=${() => any.play([move])}>${any.sight.called(move)}</button>`;
}

/** The control for a number, and its button. @param {AnyTable} any @param {Numbers} numbers */
export function amountOf({ amounts }, { type, moves }) {
  const listed = [...moves.keys()].sort((a, b) => a - b);
  const set = amounts.get(type) ?? listed[0];
  const at = Math.max(
    0,
    listed.findIndex((one) => one >= set),
  );
  return { listed, at, move: /** @type {Move} */ (moves.get(listed[at])) };
}

/** @param {AnyTable} any @param {Numbers} numbers */
function stepper(any, numbers) {
  const { listed, at, move } = amountOf(any, numbers);
  const { api } = any;
  const to = (/** @type {number} */ by) => step(any, numbers, by);
  return html`<span class="amount" role="group" aria-label=${any.sight.called(move)}>
    <button class="round" aria-label=${api.t("fewer")} ?disabled=${at === 0} @click=${() => to(-1)}>−</button>
    <b role="status">${listed[at]}</b>
    <button class="round" aria-label=${api.t("more")} ?disabled=${at === listed.length - 1}
      @click=${() => to(1)}>+</button>
    <button class="primary" ?disabled=${!api.ready} @click=${() => any.play([move])}>${any.sight.called(move)}</button>
  </span>`;
}

/** @param {AnyTable} any @param {Numbers} numbers @param {number} by */
export function step(any, numbers, by) {
  const { listed, at, move } = amountOf(any, numbers);
  const set = listed[Math.max(0, Math.min(listed.length - 1, at + by))];
  any.amounts.set(numbers.type, set);
  any.status = "";
  if (Math.abs(set - listed[at]) > 1) void any.explain({ ...actionOf(move), [numbers.field]: listed[at] + by });
  any.draw();
}

/** Asks which move is meant: they differ in a suit or a player. @param {AnyTable} any */
export function question(any) {
  const { ways, w, sight, api } = any;
  if (!ways.length) return nothing;
  const open = new Set(differing(ways));
  const fields = sight.moveFields.filter(({ name }) => open.has(name));
  const text = (/** @type {Move} */ move) =>
    fields
      .map((field) => sight.text(field, move[field.name]))
      .filter(Boolean)
      .join(" · ") || sight.called({ type: kindOf(move) });
  return html`<div class="ask" role="group" aria-label=${w("way")}>
    <header><b>${fields.map(({ label }) => label).join(" · ") || w("way")}</b>
      <button class="quiet" @click=${() => any.show({ ways: [] })}>${icon("back")} ${api.t("back")}</button></header>
    <div class=${classes({ tiles: true })}>${ways.map(
      (move) => html`<button class="tile" data-act=${act(move)} ?disabled=${!api.ready}
        @click=${() => void any.send(move)}>${text(move)}</button>`,
    )}</div>
  </div>`;
}
