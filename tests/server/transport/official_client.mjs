// The official JavaScript client with the official msgpack parser, as a browser or a bot of anybody would use them.
import { io } from "socket.io-client";
import parser from "socket.io-msgpack-parser";

const [url] = process.argv.slice(2);
const socket = io(url, { path: "/ws", transports: ["websocket"], parser, auth: { protocol: 1, token: undefined } });
const frames = [];
socket.on("f", (...values) => frames.push(values));
socket.on("connect_error", (error) => finish({ error: error.message }));
const ask = (kind, body) => new Promise((done) => socket.emit(kind, body, done));

socket.on("hello", async (hello) => {
  const { code } = (await ask("create", { game: "crazy-eights", name: "Ann", password: undefined })).ok;
  const entered = (await ask("enter", { room: code })).ok;
  for (let n = 0; n < 5; n++) await ask("say", { emote: "clap" });
  const unknown = await ask("fly", {});
  const bare = await new Promise((done) => socket.emit("time", done));
  finish({
    token: hello.token,
    seat: entered.seat,
    structs: Object.keys(entered.schema.structs).length,
    after: entered.cursor[0],
    frames: frames.map(([pub]) => pub),
    unknown,
    time: typeof bare.ok.time,
    transport: socket.io.engine.transport.name,
    extensions: socket.io.engine.transport.ws.extensions,
  });
});

function finish(report) {
  console.log(JSON.stringify(report));
  socket.disconnect();
}
setTimeout(() => finish({ error: "timeout" }), 10_000).unref();
