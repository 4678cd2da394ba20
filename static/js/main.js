// @ts-check
import { App } from "./app.js";
import { address } from "./assets.js";
import { askRecord } from "./ask_record.js";
import { allowSounds } from "./sound.js";
import { keepShell } from "./shell.js";
import { prepareVoices } from "./ui/live.js";
import { part } from "./ui/part.js";
import { stylesheet } from "./ui/stylesheet.js";
import { frame } from "./views/frame.js";
import { home } from "./views/home.js";
import { screens } from "./views/screens.js";

/** The first view's needs come first. */
const LATER_MS = 1500;

/** The response with this page's record. @type {Promise<Response | null> | null} */
let asked = null;

const app = new App(/** @type {HTMLElement} */ (document.getElementById("app")), (app) => {
  const [, first, code] = location.pathname.split("/");
  if (first === "r" && code) {
    return later(app, async () => (await rooms()).room(app, decoded(code).toUpperCase()));
  }
  if (first === "m") {
    const answer = asked;
    asked = null;
    return later(app, async () => (await watchParts())[0].watch(app, decoded(code ?? ""), answer));
  }
  if (first === "me" && !code) return later(app, async () => (await mineParts())[0].mine(app));
  if (first) return later(app, async () => (await import("./views/nowhere.js")).nowhere(app));
  const game = new URLSearchParams(location.search).get("new");
  if (game === null) return home(app);
  return later(app, async () => (await rooms()).create(app, game));
});

/** A part that cannot be decoded is not a room's code either. @param {string} part of an address */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function rooms() {
  await Promise.all([import(address("/static/js/views/rooms.js")), app.words.later()]);
  return screens;
}

function mineParts() {
  return Promise.all([import("./watching/mine.js"), stylesheet("/static/css/watch.css"), app.words.later()]);
}

function watchParts() {
  return Promise.all([import("./watching/watch.js"), stylesheet("/static/css/watch.css"), rooms()]);
}

/**
 * A screen whose module is loaded on demand.
 * @param {App} app @param {() => Promise<import("./app.js").Screen>} load
 */
function later(app, load) {
  /** @type {import("./app.js").Screen | null} */
  let screen = null;
  let left = false;
  void part(load)
    .then((loaded) => {
      if (left) return loaded.leave?.();
      screen = loaded;
    })
    .catch(() => (app.problem = app.t("code.net.lost")))
    .then(() => app.redraw());
  return {
    render: () => screen?.render() ?? (app.problem ? frame(app, "") : ""),
    leave() {
      left = true;
      screen?.leave?.();
    },
  };
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, allowSounds, { once: true });
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) app.connection.wake();
});
addEventListener("pageshow", () => app.connection.wake());
addEventListener("online", () => app.connection.wake());

prepareVoices();
const [, first, code] = location.pathname.split("/");
const started = app.start(stylesheet("/static/css/main.css"));
if (first === "m" && code) {
  // Needs nothing that the page is still loading.
  asked = told() ?? askRecord(decoded(code), app.connection.token).catch(() => null);
  watchParts().catch(() => {});
}
void started.then(() =>
  setTimeout(() => {
    void keepShell();
    // Loads the screens that are likely to be next. Offline pages load them later.
    if (first !== "m") rooms().catch(() => {});
  }, LATER_MS),
);

/** The record included in the page, unless this device may see more of it than everybody may. */
function told() {
  const within = app.connection.token ? null : document.getElementById("record");
  return within && Promise.resolve(new Response(within.textContent));
}
