// All third-party code of the client, made into static/vendor/vendor.js by tools/build_client.mjs.
export { io } from "socket.io-client";
export * as parser from "socket.io-msgpack-parser";
export { html, nothing, render, svg } from "lit-html";
export { directive, Directive, PartType } from "lit-html/directive.js";
export { repeat } from "lit-html/directives/repeat.js";
export { live } from "lit-html/directives/live.js";
export { ref } from "lit-html/directives/ref.js";
