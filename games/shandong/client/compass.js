// @ts-check
// The middle of the table: four places, the cards in front of them, who leads and who is winning.
import { html, nothing, repeat, svg } from "/static/vendor/vendor.js";
import { cardBack, suitSign } from "/static/js/table/cards.js";
import { timerRing } from "/static/js/table/timer.js";
import { classes, style } from "/static/js/ui/dom.js";
import { likeness } from "/static/js/ui/faces.js";
import { icon } from "/static/js/ui/icons.js";
import { cardsName, isTrump } from "./cards.js";
import { face } from "./faces.js";

/** @typedef {import("./view.js").Shandong} Shandong */
/** @typedef {import("./views.d.ts").Table} Table */
/** @typedef {import("./views.d.ts").Play} Play */
/** What lies before the seats. @typedef {{leader: number, winning: number, plays: Play[]}} Laid */

/** The next seat sits on the viewer's right, the partner opposite. */
const SIDES = ["south", "east", "north", "west"];
/** Cards of one seat spread no wider than this many cards. */
const WIDEST = 2.1;

/** @param {Shandong} game */
export function compass(game) {
  const { table } = game;
  const plays = game.onTable();
  const ways = [0, 1, 2, 3].map((way) => ({ seat: (game.me + way) % 4, side: SIDES[way] }));
  const buried = game.own?.buried;
  const taken = game.takes ? ways.find(({ seat }) => seat === plays?.winning)?.side : undefined;
  return html`<div class="compass" data-to=${taken ?? nothing}>
    ${ways.map(({ seat, side }) => plate(game, seat, side))}
    <div class="field">${medal(game)} ${ways.map(({ seat, side }) => slot(game, seat, side, plays))}
      <div class="centre">${centre(game, table)}</div></div>
    ${
      buried
        ? html`<button class="buried quiet" aria-label="${game.w("bottom")}: ${cardsName(buried, game.w)}"
          @click=${() => game.enlarge(buried)}>
          ${icon("eye")} ${game.w("bottom")}</button>`
        : nothing
    }
  </div>`;
}

const ROUND = 2 * Math.PI * 46;

/** Trump and points once more, where everybody looks. @param {Shandong} game */
function medal(game) {
  const { table, trumps, w } = game;
  if (!["playing", "throw_choice", "round_end", "match_end"].includes(table.phase)) return nothing;
  const points = table.defenderPoints;
  const next = table.nextThreshold;
  const got = `${(points / next) * ROUND} ${ROUND}`;
  return html`<div class="medal" aria-hidden="true">
    <svg class="scale" viewBox="0 0 100 100"><circle class="all" cx="50" cy="50" r="46"></circle>
      ${points ? svg`<circle class="got" cx="50" cy="50" r="46" stroke-dasharray=${got}></circle>` : nothing}</svg>
    ${trumps.suit ? suitSign(trumps.suit) : html`<span>${w("none")}</span>`}
    <b>${points}/${next}</b>
  </div>`;
}

/** Watchers are on nobody's side. @param {Shandong} game @param {number} team */
export function teamName({ api, w, me }, team) {
  if (api.seat === null) return w(team ? "teamB" : "teamA");
  return w(team === me % 2 ? "us" : "them");
}

/** @param {Shandong} game @param {number} seat @param {string} side */
function plate(game, seat, side) {
  const { table, api, w } = game;
  const person = api.room.seats[seat];
  const presence = table.presence[seat];
  const absent = person?.sitter === "person" && (!person.connected || presence === "away" || presence === "left");
  const auto = person?.sitter === "person" && presence === "auto";
  const turn = game.awaits(seat);
  const team = seat % 2;
  const said = api.bubble(seat);
  const label = [
    api.name(seat),
    teamName(game, team),
    w("left", { n: table.handCounts[seat] }),
    table.dealer === seat ? w("dealer") : "",
    auto ? w("auto") : absent ? w(presence === "left" ? "gone" : "away") : "",
  ]
    .filter(Boolean)
    .join(", ");
  const looks = { plate: true, [side]: true, mine: seat === api.seat, turn, teamA: team === 0, teamB: team === 1 };
  return html`<div class=${classes(looks)} data-seat=${seat} ${style({ "--seat": seat })}>
    <button class="plate-face" @click=${() => api.openSeat(seat)}>
      <span class="unseen">${label}</span>
      <span class="face" aria-hidden="true">${likeness(person)}</span>
      <span class="nick" aria-hidden="true">${api.name(seat)}</span>
      <small aria-hidden="true">${team === 0 ? "A" : "B"} · ${table.handCounts[seat]}
        ${absent || auto ? icon(absent ? "away" : "robot") : nothing}</small>
    </button>
    ${table.dealer === seat ? html`<i class="dealer" aria-hidden="true">${w("dealer")}</i>` : nothing}
    ${turn && seat !== api.seat ? timerRing(game.left, game.whole, api.t) : nothing}
    ${game.notes.at(seat)} ${said ? html`<q class="bubble">${said}</q>` : nothing}
  </div>`;
}

/** @param {Shandong} game @param {number} seat @param {string} side @param {Laid | null} plays */
function slot(game, seat, side, plays) {
  const { w, api } = game;
  const sending = game.leaving.length > 0 && seat === api.seat ? game.leaving : null;
  const laid = sending ?? plays?.plays.find((play) => play.seat === seat)?.cards ?? [];
  const names = cardsName(laid, w);
  const wins = plays?.winning === seat && !sending;
  return html`<div class=${classes({ slot: true, [side]: true, wins, sending: sending })} data-seat=${seat} role="img"
    aria-label="${w("slot", { name: api.name(seat) })}: ${names || w("nobody")}${wins ? `, ${w("winner")}` : ""}"
    @click=${() => game.enlarge(laid)}>
    ${fan(game, laid)}
    ${plays?.leader === seat && laid.length ? html`<b class="lead" aria-hidden="true">${w("leader")}</b>` : nothing}
    ${wins ? html`<b class="crown" aria-hidden="true">${icon("crown")}</b>` : nothing}
  </div>`;
}

/** A hand of which only the corners are seen. @param {Shandong} game @param {string[]} ids */
export function corners(game, ids) {
  const names = cardsName(ids, game.w);
  return html`<div class="open-hand" role="img" aria-label=${names}>
    ${ids.map((id) => html`<div class="one">${face(id, isTrump(id, game.trumps), 0)}</div>`)}
  </div>`;
}

/** @param {Shandong} game @param {string[]} ids */
export function fan(game, ids) {
  const width = game.small;
  const step = ids.length > 1 ? Math.min(width * 0.5, (width * (WIDEST - 1)) / (ids.length - 1)) : 0;
  const whole = width + step * Math.max(0, ids.length - 1);
  const faceOf = (/** @type {string} */ id) => face(id, isTrump(id, game.trumps), game.worth(id));
  return html`<div class="laid" ${style({ width: `${whole}px`, "--w": `${width}px` })}>
    ${repeat(
      ids,
      (id) => id,
      (id, i) => html`<div class="one" ${style({ left: `${i * step}px` })}>${faceOf(id)}</div>`,
    )}
  </div>`;
}

/**
 * What the middle says: the cards shown for trump, or the throw that failed.
 * @param {Shandong} game @param {Table} table
 */
function centre(game, table) {
  const { w, api } = game;
  const failed = table.throws.at(-1);
  if (failed && (table.phase === "throw_choice" || game.showsThrow)) {
    return html`<div class="failed"><b>${w("failed")}</b> ${fan(game, failed.attempted)}</div>`;
  }
  if (["playing", "round_end", "match_end"].includes(table.phase)) return nothing;
  if (table.phase === "dealing" && !table.shown.length) return html`<div class="deck">${cardBack()}</div>`;
  return html`${table.shown.map((shown) => {
    const mine = game.own?.ownShown.find((one) => one.seat === shown.seat && one.bid === shown.bid);
    const cards = shown.cards ?? mine?.cards;
    const key = { declare: "declared", counter: "countered", stick: "stuck" }[shown.bid];
    const jokers = shown.jokers.map((joker) => face(`joker_${joker}_0`, true, 0));
    return html`<div class="shown"><small>${w(key, { name: api.name(shown.seat) })}</small>
      ${
        cards
          ? fan(game, cards)
          : html`<div class="laid dark" ${style({ "--w": `${game.small}px` })}>${jokers}
            ${Array.from({ length: shown.faceDown }, cardBack)}</div>`
      }
    </div>`;
  })}`;
}

/** The width of cards on a table of that width. @param {number} width */
export function laidSize(width) {
  if (innerHeight < 480) return 40;
  if (width >= 900) return innerHeight >= 900 ? 104 : innerHeight >= 700 ? 84 : 60;
  if (width >= 600) return innerHeight >= 800 ? 84 : 60;
  return innerHeight >= 700 ? 58 : width < 344 ? 40 : 46;
}

/** The cards that are shown large, until they are pressed. @param {Shandong} game */
export function enlarged(game) {
  const { large, w } = game;
  if (!large.length) return nothing;
  return html`<button class="large" aria-label=${cardsName(large, w)} @click=${() => game.enlarge([])}>
    <span class="laid-large">${large.map((id) => fan(game, [id]))}</span></button>`;
}
