// @ts-check
// Animates cards from one place to another. Only translate, scale and opacity change; cards at the target do not wait.

const FLIGHT_MS = 280;

/** The place of an element, for use after it has gone. @param {Element | null | undefined} element */
export const place = (element) => element?.getBoundingClientRect() ?? null;

/**
 * Animates an element from a place to its own.
 * @param {Element | null | undefined} element @param {DOMRect | null} from
 * @param {{wait?: number, pace?: number}} [how] wait in ms; pace 2 is half as fast
 */
export function fly(element, from, { wait = 0, pace = 1 } = {}) {
  if (!element || !from) return null;
  const to = element.getBoundingClientRect();
  if (!to.width || !from.width) return null;
  const scale = Math.max(0.3, Math.min(1.2, from.height / to.height));
  // If an element's own transform places it, that distance is scaled too.
  const { e, f } = new DOMMatrix(getComputedStyle(element).transform);
  const dx = from.x + from.width / 2 - to.x - to.width / 2 + e * (1 - scale);
  const dy = from.y + from.height / 2 - to.y - to.height / 2 + f * (1 - scale);
  return element.animate(
    [
      { translate: `${dx}px ${dy}px`, scale, opacity: 0 },
      { opacity: 1, offset: 0.25 },
      { translate: "0 0", scale: 1, opacity: 1 },
    ],
    { duration: FLIGHT_MS * pace, delay: wait * pace, easing: "ease-out", fill: "backwards" },
  );
}

/**
 * Sends cards, one by one, from one place to another, where they disappear.
 * @param {Element} root that they are drawn in @param {DOMRect | null} from @param {DOMRect | null} to
 * @param {{count?: number, every?: number, pace?: number, kind?: string}} [how] kind: a class of theirs
 */
export function send(root, from, to, { count = 1, every = 110, pace = 1, kind = "" } = {}) {
  if (!from || !to) return;
  const base = root.getBoundingClientRect();
  for (let i = 0; i < count; i++) {
    const card = document.createElement("div");
    card.className = `flying ${kind}`;
    card.style.setProperty("left", `${to.x + to.width / 2 - base.x}px`);
    card.style.setProperty("top", `${to.y + to.height / 2 - base.y}px`);
    root.append(card);
    const flight = fly(card, from, { wait: i * every, pace });
    if (flight) flight.onfinish = flight.oncancel = () => card.remove();
    else card.remove();
  }
}
