// Four members of a room echo to one another: raw msgpack arrays, or Socket.IO packets through our edge (opt edge=1)
import { decode, encode } from "../msgpack.mjs";

export default (ctx) => ({
  openRoom: (number) => Promise.all([0, 1, 2, 3].map((seat) => player(ctx, number, seat))),
});

async function player(ctx, number, seat) {
  const edge = ctx.opt.edge === "1";
  const socket = ctx.connect(
    edge ? `${ctx.ws}/ws/?EIO=4&transport=websocket` : `${ctx.ws}/ws?room=${number}&seat=${seat}`,
  );
  const made = { last: null, onview: () => {}, send: () => {} };
  const wrap = (data) => encode({ type: 2, data, nsp: "/" });
  const first = new Promise((resolve) => {
    const take = ([name, view]) => {
      if (name !== "e") return;
      made.last = view;
      resolve(null);
      made.onview(view);
    };
    socket.onmessage = (bytes, binary) => {
      if (binary) {
        const packet = decode(bytes);
        if (!edge) take(packet);
        else if (packet.type === 0) socket.sendBin(wrap(["join", { room: String(number), seat }]));
        else if (packet.type === 2) take(packet.data);
      } else if (bytes[0] === 0x30) socket.sendBin(encode({ type: 0, data: { protocol: 1 }, nsp: "/" }));
      else if (bytes[0] === 0x32) socket.sendText("3");
    };
  });
  made.send = () => socket.sendBin(edge ? wrap(["e", {}]) : encode(["e"]));
  await socket.opened;
  await first;
  return made;
}
