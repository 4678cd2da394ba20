// @ts-check
// Handing on the way into a room.

/** Names that lead everybody to their own device. */
const OWN_DEVICE = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Where friends find this site; null when nobody else can open it.
 * @param {string | null} near the server's address on its network, for a page at a name of this device alone
 */
export const siteFor = (near) => (OWN_DEVICE.test(location.hostname) ? near : location.origin);

/**
 * Where friends can open the room; null when nobody else can open this page.
 * @param {string} code @param {string | null} near as above
 */
export function roomAddress(code, near) {
  const site = siteFor(near);
  return site && `${site}/r/${code}`;
}

/**
 * Shares or copies; says which it was.
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
    // On a plain http address there is no clipboard; the old way works there.
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
