// @ts-check
// The controls below the table: the step in words, the rounds, the timeline with its marks, and the buttons.
import { html, live, nothing } from "/static/vendor/vendor.js";
import { icon } from "../ui/icons.js";
import { SPEEDS } from "./playback.js";

/** @typedef {import("../ui/dom.js").FieldEvent} FieldEvent */
/** @typedef {import("./record_screen.js").RecordScreen} RecordScreen */
/** @typedef {import("./marks.js").Unit} Unit */

/** @param {RecordScreen} screen */
export function controls(screen) {
  const { t } = screen.app;
  return html`<p class=${screen.shared ? "caption told" : "caption"}>${screen.shared || screen.caption}</p>
    ${screen.rounds.length > 1 ? rounds(screen) : nothing} ${timeline(screen)}
    <div class="buttons" role="group" aria-label=${t("watch.controls")}>
      ${unit(screen)} ${button(screen, "first", -1)} ${button(screen, "before", -1, "step")} ${play(screen)}
      ${button(screen, "after", 1, "step")} ${button(screen, "last", 1)} ${speed(screen)}
    </div>`;
}

/** @param {RecordScreen} screen */
function rounds(screen) {
  const { t } = screen.app;
  /** @param {number} at @param {number} from */
  const go = (at, from) => {
    screen.pause();
    screen.round = at;
    if (at >= 0) screen.seek(from);
    screen.app.redraw();
  };
  return html`<div class="rounds" role="group" aria-label=${t("watch.rounds")}>
    <button class="quiet" aria-pressed=${screen.round < 0} @click=${() => go(-1, 0)}>${t("watch.all")}</button>
    ${screen.rounds.map(
      ([from], at) => html`<button class="quiet" aria-label=${t("watch.round", { n: at + 1 })}
        aria-pressed=${screen.round === at} @click=${() => go(at, from)}>${at + 1}</button>`,
    )}
  </div>`;
}

/** @param {RecordScreen} screen */
function timeline(screen) {
  const { app, step, marks } = screen;
  const [from, to] = screen.span;
  const text = app.t("watch.step", { n: step, last: screen.steps.last, what: screen.caption });
  /** @param {number[]} steps */
  const path = (steps) =>
    steps.filter((one) => one >= from && one <= to && one <= screen.spoken).map((one) => `M${one - from} 0v1`);
  return html`<div class="timeline">
    <svg viewBox="0 0 ${Math.max(1, to - from)} 1" preserveAspectRatio="none" aria-hidden="true">
      <path class="round" d=${path(marks.steps.round).join("")}></path>
      <path class="notable" d=${path(marks.steps.notable).join("")}></path>
      <path class="better" d=${path(screen.review?.steps ?? []).join("")}></path>
    </svg>
    <input type="range" min=${from} max=${to} step="1" .value=${live(String(step))}
      aria-label=${app.t("watch.timeline")} aria-valuetext=${text}
      @input=${(/** @type {FieldEvent} */ event) => screen.seek(Number(event.target.value))} />
  </div>`;
}

/** @param {RecordScreen} screen */
function play(screen) {
  const { playing } = screen.playback;
  return html`<button class="primary round play" aria-label=${screen.app.t(playing ? "watch.pause" : "watch.play")}
    @click=${() => screen.toggle()}>${icon(playing ? "pause" : "play")}</button>`;
}

/**
 * @param {RecordScreen} screen @param {"first" | "before" | "after" | "last"} name @param {1 | -1} by
 * @param {Unit} [unit] the chosen one if none is given
 */
function button(screen, name, by, unit = screen.unit) {
  const { t } = screen.app;
  const label = t(by > 0 ? "watch.next" : "watch.previous", { unit: t(`watch.unit.${unit}`) });
  const end = by > 0 ? screen.steps.last : 0;
  return html`<button class="quiet round ${name}" aria-label=${label} ?disabled=${screen.step === end}
    @click=${() => screen.jump(by, unit)}>${icon(name)}</button>`;
}

/** @param {RecordScreen} screen */
function unit(screen) {
  const { t } = screen.app;
  const units = screen.marks.units(screen.from).filter((one) => one !== "step");
  if (!units.some((one) => one === screen.unit)) screen.unit = units[0] ?? "step";
  return html`<select aria-label=${t("watch.unit")}
    @change=${(/** @type {FieldEvent} */ event) => {
      screen.unit = /** @type {Unit} */ (event.target.value);
      screen.app.redraw();
    }}>
    ${units.map(
      (one) => html`<option value=${one} ?selected=${one === screen.unit}>${t(`watch.unit.${one}`)}</option>`,
    )}
  </select>`;
}

/** @param {RecordScreen} screen */
function speed(screen) {
  const { playback, app } = screen;
  return html`<select class="speed" aria-label=${app.t("watch.speed")}
    @change=${(/** @type {FieldEvent} */ event) => {
      playback.pace(Number(event.target.value));
      app.redraw();
    }}>
    ${SPEEDS.map((one) => html`<option value=${one} ?selected=${one === playback.speed}>${one}×</option>`)}
  </select>`;
}
