// The official JavaScript client with settings that are not ours: what does it show its user?
import { io } from "socket.io-client";
import parser from "socket.io-msgpack-parser";

const [url, namespace, options] = process.argv.slice(2);
const given = JSON.parse(options);
const socket = io(url + namespace, { ...given, ...(given.parser ? { parser } : {}) });
const seen = [];
socket.on("connect", () => finish("connected"));
socket.on("disconnect", (why) => seen.push(why));
socket.on("connect_error", (error) => finish(error.message));

function finish(message) {
  console.log(JSON.stringify({ message, seen }));
  socket.disconnect();
  process.exit(0);
}
setTimeout(() => finish("timeout"), 10_000).unref();
