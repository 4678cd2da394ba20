// @ts-check
// The service worker of a release: caches the shell, so that the page opens at once, even offline. Rooms are never
// cached. The build inserts the release's files; each release has its own worker and cache.

/** @typedef {Event & {waitUntil: (done: Promise<unknown>) => void}} LifeEvent */
/**
 * @typedef {object} Asked
 * @property {Request} request
 * @property {Promise<Response | undefined>} preloadResponse
 * @property {(answer: Promise<Response>) => void} respondWith
 */
/**
 * The page's types do not include this.
 * @typedef {object} ServiceWorkerScope
 * @property {(name: string, then: (event: any) => void) => void} addEventListener
 * @property {() => void} skipWaiting
 * @property {{claim: () => Promise<void>}} clients
 * @property {ServiceWorkerRegistration} registration
 * @property {Location} location
 */

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));
/** @type {string[]} what the first view and the room need */
const SHELL = JSON.parse('["$SHELL"]');
const OURS = "paiju-";
const HERE = `${OURS}$VERSION`;
const PATIENCE_MS = 3000;
const GAMES = "/api/v1/games";

worker.addEventListener("install", (/** @type {LifeEvent} */ event) => {
  event.waitUntil(install());
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {LifeEvent} */ event) => event.waitUntil(activate()));

worker.addEventListener("fetch", (/** @type {Asked} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  const visit = request.mode === "navigate" && (pathname === "/" || pathname.startsWith("/r/"));
  if (visit) event.respondWith(page(event));
  else if (pathname.startsWith("/static/dist/")) event.respondWith(kept(request));
  else if (pathname === GAMES) event.respondWith(fresh(request));
});

async function install() {
  const cache = await caches.open(HERE);
  // From another release than this worker: the next visit tries again.
  const answer = await fetch("/", { cache: "no-cache" });
  if (!(await answer.clone().text()).includes(SHELL[0])) throw new Error("another release");
  await cache.put("/", answer);
  await cache.addAll(SHELL);
}

/** The previous release stays too: its pages may still be open, and load parts of it. */
async function activate() {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== HERE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/**
 * The server's page, which is always of the newest release; offline, the cached one.
 * @param {Asked} event
 */
async function page(event) {
  const asked = (async () => (await event.preloadResponse) ?? fetch(event.request))();
  const cached = await (await caches.open(HERE)).match("/");
  if (!cached) return asked;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, cached));
  const there = asked.then(
    (answer) => (answer.status < 500 ? answer : cached),
    () => cached,
  );
  return Promise.race([there, late]);
}

/** A file with a hash in its name never changes. @param {Request} request */
async function kept(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(HERE)).put(request, answer.clone());
  return answer;
}

/** The newest list of games; offline, the last one. @param {Request} request */
async function fresh(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(HERE)).put(GAMES, answer.clone());
    return answer;
  } catch (error) {
    const found = await caches.match(GAMES);
    if (found) return found;
    throw error;
  }
}
