// @ts-check
// Invites others into a room.

/** Names that refer to everybody's own device. */
const OWN_DEVICE = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The address of this site for friends; null if nobody else can open it.
 * @param {string | null} near the server's address on its network, for a page at a name of this device alone
 */
export const siteFor = (near) => (OWN_DEVICE.test(location.hostname) ? near : location.origin);

/**
 * The room's address for friends; null if nobody else can open this page.
 * @param {string} code @param {string | null} near as above
 */
export function roomAddress(code, near) {
  const site = siteFor(near);
  return site && `${site}/r/${code}`;
}

/**
 * Shares or copies; returns which.
 * @param {string} url @param {string} title @returns {Promise<"shared" | "copied" | "failed">}
 */
export async function share(url, title) {
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title, url });
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "shared";
    }
  }
  return (await copy(url)) ? "copied" : "failed";
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Over plain http there is no clipboard interface, but the old way works.
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "unseen";
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
