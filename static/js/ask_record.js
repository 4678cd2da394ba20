// @ts-check

/**
 * Asks for a record, with as much as this device may see.
 * @param {string} id @param {string} token what the server knows this device by; empty: it does not
 */
export const askRecord = (id, token) =>
  fetch(`/api/v1/matches/${encodeURIComponent(id)}`, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
