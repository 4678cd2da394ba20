// @ts-check
// Caches the shell of a release on this device, so that it opens at once. In development nothing is cached.
import { released } from "./assets.js";

/** @typedef {{createScriptURL: (address: string) => string}} Policy */
/** @typedef {{createPolicy: (name: string, rules: Policy) => Policy}} TrustedTypes */

const WORKER = "/sw.js";

export async function keepShell() {
  const workers = navigator.serviceWorker;
  // Plain http on the local network lacks this.
  if (!workers) return;
  if (!released) {
    for (const old of await workers.getRegistrations()) await old.unregister();
    return;
  }
  const { trustedTypes } = /** @type {{trustedTypes?: TrustedTypes}} */ (globalThis);
  const policy = trustedTypes?.createPolicy("paiju", { createScriptURL: () => WORKER });
  await workers.register(policy?.createScriptURL(WORKER) ?? WORKER, { updateViaCache: "none" });
}
