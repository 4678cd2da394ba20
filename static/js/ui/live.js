// @ts-check
// Live regions: a polite one for the log, and an assertive one for urgent news.

/** @param {"polite" | "assertive"} manner */
function region(manner) {
  const element = document.createElement("div");
  element.className = "unseen";
  element.setAttribute("aria-live", manner);
  if (manner === "polite") element.setAttribute("role", "log");
  document.body.append(element);
  return element;
}

/** @type {HTMLElement | undefined} */
let polite;
/** @type {HTMLElement | undefined} */
let urgent;

/** @param {string} text @param {boolean} [now] speak at once, over what is being read */
export function announce(text, now = false) {
  if (!text) return;
  polite ??= region("polite");
  urgent ??= region("assertive");
  const line = document.createElement("p");
  line.textContent = text;
  if (now) urgent.replaceChildren(line);
  else {
    polite.append(line);
    while (polite.childElementCount > 30) polite.firstElementChild?.remove();
  }
}

export function prepareVoices() {
  polite ??= region("polite");
  urgent ??= region("assertive");
}
