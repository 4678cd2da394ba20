// @ts-check
// Scripts that load later register their screens here. A release puts the code that nearly every visit needs into one
// file, whose exports have no names of their own (tools/build_client.mjs).

/**
 * @typedef {object} RoomScreens
 * @property {typeof import("./room.js").room} room
 * @property {typeof import("./create.js").create} create
 * @property {typeof import("/static/vendor/socket.js")} socket
 */

export const screens = /** @type {RoomScreens} */ ({});
