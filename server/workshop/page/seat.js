// @ts-check
// In a frame of the workshop's page this page is somebody of its own, with a memory that ends with the frame. It runs
// before the client's scripts; elsewhere it does nothing.
(() => {
  const OURS = "workshop:";
  if (!window.name.startsWith(OURS)) return;
  const token = window.name.slice(OURS.length);

  /** @param {Map<string, string>} kept */
  const memory = (kept) => ({
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {unknown} */ value) => void kept.set(key, `${value}`),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (/** @type {number} */ at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
  });

  const likes = new Map(Object.entries(localStorage));
  if (token) likes.set("paiju.token", token);
  else likes.delete("paiju.token");
  Object.defineProperty(window, "localStorage", { value: memory(likes) });
  Object.defineProperty(window, "sessionStorage", { value: memory(new Map()) });
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/workshop/page/seat.css" }),
  );
})();
