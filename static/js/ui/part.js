// @ts-check
// Parts of the page that are fetched when they are wanted.

const RELOADED = "paiju.reloaded";

/**
 * A module. Where the server is there but no longer has this part, it has become another release: the page is loaded
 * anew, once.
 * @template T @param {() => Promise<T>} load @returns {Promise<T>}
 */
export async function part(load) {
  try {
    const loaded = await load();
    sessionStorage.removeItem(RELOADED);
    return loaded;
  } catch (error) {
    if (sessionStorage.getItem(RELOADED) || !(await serverIsThere())) throw error;
    sessionStorage.setItem(RELOADED, "1");
    location.reload();
    return new Promise(() => {});
  }
}

async function serverIsThere() {
  try {
    return (await fetch("/", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
