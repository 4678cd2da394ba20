// @ts-check
import { App } from "./app.js";
import { allowSounds } from "./sound.js";
import { prepareVoices } from "./ui/live.js";
import { create } from "./views/create.js";
import { home } from "./views/home.js";
import { room } from "./views/room.js";

const app = new App(/** @type {HTMLElement} */ (document.getElementById("app")), (app) => {
  const [, first, code] = location.pathname.split("/");
  if (first === "r" && code) return room(app, decodeURIComponent(code).toUpperCase());
  const game = new URLSearchParams(location.search).get("new");
  return game === null ? home(app) : create(app, game);
});

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, allowSounds, { once: true });
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) app.connection.wake();
});
addEventListener("pageshow", () => app.connection.wake());
addEventListener("online", () => app.connection.wake());

prepareVoices();
void app.start();
