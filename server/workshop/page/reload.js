// @ts-check
// In every page that `paiju dev` serves: reloads it when the game has changed, and shows what is wrong with it. The
// author's page does both for its frames; it hears from them which of the game's own code has failed.
const framed = window.name.startsWith("workshop:");
if (!framed) listen();

function listen() {
  const changes = new EventSource("/workshop/changes");
  let life = "";

  changes.addEventListener("life", ({ data }) => {
    if (life && life !== data) location.reload();
    life = data;
  });

  changes.addEventListener("changed", () => location.reload());
  changes.addEventListener("wrong", ({ data }) => say(JSON.parse(data), "#8b1a1a"));
  changes.addEventListener("said", ({ data }) => say(JSON.parse(data), "#6b4a00"));
}

/** @param {string} sentence @param {string} colour */
function say(sentence, colour) {
  if (framed) return window.parent.postMessage({ wrong: sentence }, location.origin);
  const bar = document.createElement("p");
  bar.textContent = sentence;
  Object.assign(bar.style, { margin: "0", padding: "0.5em 1em", background: colour, color: "#fff" });
  board().append(bar);
}

/** Where it is said, above the page; a click takes it away. */
function board() {
  const known = document.getElementById("workshop");
  if (known) return known;
  const made = document.createElement("div");
  made.id = "workshop";
  made.setAttribute("role", "alert");
  Object.assign(made.style, { position: "fixed", inset: "0 0 auto", zIndex: "1000", font: "14px monospace" });
  made.addEventListener("click", () => made.remove());
  return document.body.appendChild(made);
}

/** The first place in the game's own code that a stack names. @param {unknown} error */
function failed(error) {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const place = /\/games\/[^\s)]+:\d+:\d+/.exec(stack)?.[0] ?? "";
  if (place) say(`${error} (${place})`, "#8b1a1a");
}

addEventListener("error", ({ error }) => failed(error));
addEventListener("unhandledrejection", ({ reason }) => failed(reason));
// A view that fails gives way to the generic table, which keeps its error to the console.
const tell = console.error;
console.error = (...said) => {
  tell(...said);
  for (const one of said) failed(one);
};
