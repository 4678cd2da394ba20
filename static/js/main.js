// @ts-check
import { App } from "./app.js";
import { allowSounds } from "./sound.js";
import { keepShell } from "./shell.js";
import { prepareVoices } from "./ui/live.js";
import { stylesheet } from "./ui/stylesheet.js";
import { create } from "./views/create.js";
import { home } from "./views/home.js";

/** What the first view needs goes first. */
const SHELL_AFTER_MS = 1500;

const app = new App(/** @type {HTMLElement} */ (document.getElementById("app")), (app) => {
  const [, first, code] = location.pathname.split("/");
  if (first === "r" && code) {
    const looks = stylesheet("/static/css/room.css");
    return later(app, async () => {
      const [{ room }] = await Promise.all([import("./views/room.js"), looks]);
      return room(app, decodeURIComponent(code).toUpperCase());
    });
  }
  const game = new URLSearchParams(location.search).get("new");
  if (game === null) return home(app);
  return create(app, game);
});

/** A screen whose module is fetched when it is wanted. @param {App} app @param {() => Promise<import("./app.js").Screen>} load */
function later(app, load) {
  /** @type {import("./app.js").Screen | null} */
  let screen = null;
  let left = false;
  void load().then((loaded) => {
    if (left) return loaded.leave?.();
    screen = loaded;
    app.redraw();
  });
  return {
    render: () => screen?.render() ?? "",
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
void app.start().then(() => setTimeout(() => void keepShell(), SHELL_AFTER_MS));
