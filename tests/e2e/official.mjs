// One official JavaScript client. Lines of JSON in: {id, kind, body}; out: {re, answer} and {name, values}.
// `official.mjs URL` comes through the native door, `official.mjs URL arena` through the arena's, as it is.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(`${process.cwd()}/package.json`);
const { io } = require("socket.io-client");
const parser = require("socket.io-msgpack-parser");

let token;
const native = {
  path: "/ws",
  transports: ["websocket"],
  parser,
  reconnectionDelay: 50,
  auth: (give) => give({ protocol: 1, token }),
};
const arena = process.argv[3] === "arena";
const socket = io(process.argv[2], arena ? {} : native);
const say = (body) => process.stdout.write(`${JSON.stringify(body)}\n`);

socket.onAny((name, ...values) => {
  if (name === "hello") token = values[0].token;
  say({ name, values });
});
if (arena) socket.on("connect", () => say({ name: "connect", values: [] }));
socket.on("disconnect", (why) => say({ name: "disconnect", values: [why] }));

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { id, kind, body } = JSON.parse(line);
  if (socket.connected) socket.emit(kind, body, (answer) => say({ re: id, answer }));
});
lines.on("close", () => {
  socket.disconnect();
});
