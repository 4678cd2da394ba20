// @ts-check
// Parts of the page that are fetched when they are wanted.

const RELOADED = "paiju.reloaded";

/**
 * A module. Where the server has become another release meanwhile it no longer has this part: then the page is loaded anew, once.
 * @template T @param {() => Promise<T>} load @returns {Promise<T>}
 */
export async function part(load) {
  try {
    const loaded = await load();
    sessionStorage.removeItem(RELOADED);
    return loaded;
  } catch (error) {
    if (!navigator.onLine || sessionStorage.getItem(RELOADED)) throw error;
    sessionStorage.setItem(RELOADED, "1");
    location.reload();
    return new Promise(() => {});
  }
}
