// @ts-check
// The keys for watching a record; all others go to the game's view, which reads the table out.
import { SPEEDS } from "./playback.js";

/** @typedef {import("./record_screen.js").RecordScreen} RecordScreen */

/** @type {Record<string, (screen: RecordScreen) => void>} */
const KEYS = {
  " ": (screen) => screen.toggle(),
  ArrowLeft: (screen) => screen.jump(-1, "step"),
  ArrowRight: (screen) => screen.jump(1, "step"),
  "Shift+ArrowLeft": (screen) => screen.jump(-1),
  "Shift+ArrowRight": (screen) => screen.jump(1),
  Home: (screen) => screen.seek(0),
  End: (screen) => screen.seek(screen.steps.last),
  "+": (screen) => pace(screen, 1),
  "-": (screen) => pace(screen, -1),
  e: (screen) => screen.askWhatElse(),
  n: (screen) => screen.review?.jump(1),
  b: (screen) => screen.review?.jump(-1),
};

/** @param {RecordScreen} screen @param {1 | -1} by */
function pace(screen, by) {
  const { playback, app } = screen;
  const speed = SPEEDS[SPEEDS.indexOf(playback.speed) + by];
  if (speed) playback.pace(speed);
  app.redraw();
}

/** @param {RecordScreen} screen @param {KeyboardEvent} event */
export function pressed(screen, event) {
  const { target, key } = event;
  const field = target instanceof HTMLElement && target.closest("input, select, dialog");
  if (field || event.ctrlKey || event.metaKey || event.altKey) return;
  // A focused button keeps Enter and the space bar for itself.
  if (target instanceof HTMLButtonElement && (key === "Enter" || key === " ")) return;
  const letter = key.length === 1 && key !== " ";
  if (letter && !screen.app.prefs.get("hotkeys")) return;
  const own = KEYS[event.shiftKey && !letter ? `Shift+${key}` : key];
  if (own) own(screen);
  else if (key === "Enter" || !screen.gameView.key(key)) return;
  event.preventDefault();
}
