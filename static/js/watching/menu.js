// @ts-check
// The menu of a record: the point of view, open cards, notable moments, saving a file.
import { html, nothing } from "/static/vendor/vendor.js";
import { closeSheet, sheet } from "../ui/dialog.js";
import { icon } from "../ui/icons.js";
import { choice, languageSwitch, problem, toggle } from "../views/frame.js";
import { playerName } from "../views/home.js";
import { openSettings } from "../views/sheets.js";
import { save } from "./loading.js";

/** @typedef {import("./record_screen.js").RecordScreen} RecordScreen */

/** @param {RecordScreen} screen */
export function openMenu(screen) {
  const { app, api, record } = screen;
  const { t } = app;
  const hide = (/** @type {boolean} */ on) => ((screen.hidesEnd = on), app.redraw());
  screen.pause();
  sheet({
    title: () => t("watch"),
    close: t("close"),
    body: () => {
      const { seats } = screen;
      /** @type {[string, string][]} */
      const views = [...seats.map((seat) => /** @type {[string, string]} */ ([`${seat}`, api.name(seat)]))];
      return html`${problem(app)}
        <p class="narrow-only row"><span>${t("language")}</span> ${languageSwitch(app)}</p>
        ${
          seats.length
            ? choice(t("watch.from"), `${screen.from ?? ""}`, [...views, ["", t("watch.nobody")]], (value) =>
                screen.lookFrom(value === "" ? null : Number(value)),
              )
            : nothing
        }
        ${
          seats.length > 1
            ? toggle(t("watch.hands"), screen.openHands, (on) => ((screen.openHands = on), app.redraw()))
            : nothing
        }
        ${toggle(t("watch.hide"), screen.hidesEnd, hide, t("watch.hide.about"))}
        ${review(screen)} ${playOn(screen)}
        ${screen.fairness === "none" ? nothing : html`<p class="faint">${t(`watch.deal.${screen.fairness}`)}</p>`}
        <div class="list">
          ${
            record.mayAgree
              ? html`<button class="wide" @click=${() => void agree(screen)}>
                ${t("watch.agree", { n: record.agreed, all: record.people })}</button>`
              : nothing
          }
          <button class="wide" @click=${() => save(record)}>${t("watch.save")}</button>
          <button class="wide" @click=${() => (closeSheet(), app.go("/m"))}>${t("watch.open")}</button>
          <button class="wide" @click=${() => openSettings(app)}>${icon("gear")} ${t("settings")}</button>
        </div>
        ${moments(screen)}`;
    },
  });
}

/** The review of the seat in view. @param {RecordScreen} screen */
function review(screen) {
  if (screen.from === null || !screen.reviewable) return nothing;
  const { t } = screen.app;
  return html`<h3>${t("review")}</h3>
    <div class="list"><button class="wide" @click=${() => (closeSheet(), void screen.askReview())}>
      ${t("review.of", { name: screen.api.name(screen.from) })}</button></div>`;
}

/** A practice room that plays on from here, in the seat in view. @param {RecordScreen} screen */
function playOn(screen) {
  const { app, record, from, step, steps } = screen;
  const { t } = app;
  if (from === null || step === steps.last || !screen.seats.includes(from)) return nothing;
  const open = record.shows === "all";
  const fork = async (/** @type {boolean} */ same) => {
    const fields = { record: record.record, step, seat: from, name: playerName(app), same };
    const made = await app.ask("fork", fields);
    if (!made) return;
    closeSheet();
    app.go(`/r/${made.code}`);
  };
  return html`<h3>${t("watch.fork", { name: screen.api.name(from) })}</h3>
    <p class="faint">${t(open ? "watch.fork.about" : "watch.fork.redealt")}</p>
    <div class="list">
      <button class="wide" @click=${() => void fork(true)}>${t("watch.fork.same")}</button>
      <button class="wide" @click=${() => void fork(false)}>${t("watch.fork.other")}</button>
    </div>`;
}

/** @param {RecordScreen} screen */
function moments(screen) {
  const { marks, steps, from, app } = screen;
  const found = marks.steps.notable.filter((step) => step <= screen.spoken);
  if (!found.length) return nothing;
  const go = (/** @type {number} */ step) => {
    closeSheet();
    screen.seek(step);
  };
  return html`<h3>${app.t("watch.moments")}</h3>
    <div class="list moments">
      ${found.map((step) => {
        const notable = steps.events(step, from).filter((event) => screen.gameView.mark(event) === "notable");
        return html`<button class="wide quiet" @click=${() => go(step)}>${screen.textOf(notable)}</button>`;
      })}
    </div>`;
}

/** @param {RecordScreen} screen */
async function agree({ app, record }) {
  const told = await app.ask("agree", { record: record.record });
  if (!told) return;
  if (told.open) return location.reload();
  Object.assign(record, { agreed: told.agreed, mayAgree: false });
  app.redraw();
}
