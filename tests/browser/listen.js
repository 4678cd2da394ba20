// What a screen reader would say by itself: changes of live regions, with their time and manner. Put into every page by
// `ears.py` before anything else runs.
(() => {
  /** @type {{at: number, text: string, now: boolean}[]} */
  const heard = [];
  globalThis.ears = { heard, time: () => Math.round(performance.timeOrigin + performance.now()) };
  const LIVE = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]";
  const seen = new WeakMap(); // the last text of regions that are read as a whole

  /** @param {Node} node */
  function words(node) {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || node.getAttribute("aria-hidden") === "true" || node.hidden) return "";
    const label = node.getAttribute("aria-label");
    if (label !== null) return label;
    return [...node.childNodes].map(words).join(node instanceof HTMLSpanElement ? "" : " ");
  }

  /** @param {Element} region @param {Node[]} added */
  function said(region, added) {
    const role = region.getAttribute("role");
    const manner = region.getAttribute("aria-live");
    if (manner === "off" || region.closest("[aria-hidden=true]")) return;
    const whole = role === "status" || role === "alert";
    const text = (whole ? words(region) : added.map(words).join(" ")).replace(/\s+/g, " ").trim();
    if (whole && seen.get(region) === text) return;
    seen.set(region, text);
    if (text) heard.push({ at: globalThis.ears.time(), text, now: role === "alert" || manner === "assertive" });
  }

  new MutationObserver((changes) => {
    /** @type {Map<Element, Node[]>} */
    const changed = new Map();
    for (const { target, addedNodes } of changes) {
      const inside = (target instanceof Element ? target : target.parentElement)?.closest(LIVE);
      if (inside) changed.set(inside, [...(changed.get(inside) ?? []), ...addedNodes]);
      // An alert is read when it comes; other regions have to be there before.
      else
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const alert of [node, ...node.querySelectorAll("[role=alert]")])
              if (alert.matches("[role=alert]")) changed.set(alert, []);
    }
    for (const [region, added] of changed) said(region, added);
  }).observe(document, { childList: true, characterData: true, subtree: true });
})();
