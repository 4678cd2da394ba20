// Generates load: N rooms of 4 players over real WebSockets. A player moves as soon as it sees that it is its turn.
// usage: node main.mjs --adapter NAME --url http://127.0.0.1:PORT [--rooms 64] [--warmup 2] [--duration 8] [--rate 0]
//   [--idle 0] [--server-pids A,B] [--aux-pids A,B] [--opt k=v]...   One JSON line on stdout.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Socket } from "./socket.mjs";

const a = { rooms: 64, warmup: 2, duration: 8, rate: 0, idle: 0, conc: 16, settle: 6, opt: {} };
for (let i = 2; i < process.argv.length; i += 2) {
  const [key, value] = [process.argv[i].slice(2), process.argv[i + 1]];
  if (key === "opt") a.opt[value.slice(0, value.indexOf("="))] = value.slice(value.indexOf("=") + 1);
  else a[key] = /^[0-9.]+$/.test(value) ? Number(value) : value;
}
const sockets = [];
const connect = (address) => {
  const socket = new Socket(address);
  sockets.push(socket);
  return socket;
};
const file = a.adapter.includes("/")
  ? a.adapter
  : path.join(import.meta.dirname ?? path.dirname(process.argv[1]), "adapters", `${a.adapter}.mjs`);
const module = await import(pathToFileURL(path.resolve(file)).href);
const choose = module.choose ?? (() => ({ type: "echo" }));
const adapter = module.default({ url: a.url, ws: a.url.replace(/^http/, "ws"), opt: a.opt, connect });
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const now = () => performance.now();

const pids = (text) => (text ? String(text).split(",") : []);
const servers = pids(a["server-pids"]);
const others = pids(a["aux-pids"]);

/** The process's CPU time in nanoseconds, over all threads. */
function cpu(pid) {
  let sum = 0;
  for (const task of fs.readdirSync(`/proc/${pid}/task`)) {
    try {
      sum += Number(fs.readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]);
    } catch {
      // the thread has just ended
    }
  }
  return sum;
}
const total = (list, read) => list.reduce((sum, pid) => sum + read(pid), 0);
const rss = (pid) => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))[1]);
const wire = () => sockets.reduce(([i, o], s) => [i + s.bytesIn, o + s.bytesOut], [0, 0]);
const quantile = (sorted, p) => sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? null;

async function inParallel(count, width, make) {
  let next = 0;
  const made = new Array(count);
  const work = async () => {
    while (next < count) {
      const mine = next++;
      made[mine] = await make(mine);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, work));
  return made;
}

let moves = 0;
let measuring = false;
let latencies = [];

class Room {
  pending = [];
  lastMove = -1;
  next = 0;
  activity = 0;
  period = a.rate ? (a.rooms / a.rate) * 1000 : 0;

  constructor(number) {
    this.number = number;
  }

  async open() {
    this.players = await adapter.openRoom(this.number);
    this.players.forEach((player, seat) => (player.onview = (view) => this.view(seat, view)));
    return this;
  }

  start() {
    this.started = true;
    this.next = now() + Math.random() * this.period;
    this.players.forEach((player, seat) => player.last && this.view(seat, player.last));
  }

  view(seat, view) {
    if (!this.started) return;
    const t = now();
    this.activity = t;
    for (let k = 0; k < this.pending.length; k++) {
      const move = this.pending[k];
      if (view.seq > move.seq && !(move.bits & (1 << seat))) {
        move.bits |= 1 << seat;
        if (move.bits === 15) {
          this.pending.splice(k--, 1);
          moves++;
          if (measuring) latencies.push(t - move.t0);
        }
      }
    }
    if (view.cur !== seat || view.seq <= this.lastMove) return;
    this.lastMove = view.seq;
    if (!this.period) return this.move(seat, view);
    this.next = Math.max(t, this.next + this.period);
    setTimeout(() => this.move(seat, view), Math.max(0, this.next - t));
  }

  move(seat, view) {
    this.pending.push({ seq: view.seq, t0: now(), bits: 0 });
    this.players[seat].send(choose(view), view);
  }
}

const out = { adapter: a.adapter, rooms: a.rooms, rate: a.rate };
const rss0 = total(servers, rss);
const aux0 = total(others, rss);
if (a.idle) {
  await inParallel(Math.ceil(a.idle / 4), a.conc, (number) => new Room(number).open());
  await sleep(a.settle * 1000);
  const c0 = total(servers, cpu);
  out.kb_per_conn = (total(servers, rss) - rss0) / sockets.length;
  await sleep(5000);
  out.idle_cpu_pct = ((total(servers, cpu) - c0) / 5e9) * 100;
  out.idle = sockets.length;
  out.closed = sockets.filter((s) => s.closed).length;
  console.log(JSON.stringify(out));
  process.exit(0);
}
const rooms = await inParallel(a.rooms, a.conc, (number) => new Room(number).open());
await sleep(300);
rooms.forEach((room) => room.start());
await sleep(a.warmup * 1000);
const [m0, [i0, o0], s0, x0, u0, t0] = [
  moves,
  wire(),
  total(servers, cpu),
  total(others, cpu),
  process.cpuUsage(),
  now(),
];
latencies = [];
measuring = true;
await sleep(a.duration * 1000);
measuring = false;
const seconds = (now() - t0) / 1000;
const n = moves - m0;
const [i1, o1] = wire();
const used = process.cpuUsage(u0);
latencies.sort((x, y) => x - y);
Object.assign(out, {
  moves: n,
  seconds,
  moves_s: n / seconds,
  p50_ms: quantile(latencies, 0.5),
  p99_ms: quantile(latencies, 0.99),
  down_b_move: (i1 - i0) / n,
  up_b_move: (o1 - o0) / n,
  server_us_move: (total(servers, cpu) - s0) / 1e3 / n,
  aux_us_move: (total(others, cpu) - x0) / 1e3 / n,
  server_kb: total(servers, rss) - rss0,
  aux_kb: total(others, rss) - aux0,
  client_cpu: (used.user + used.system) / 1e6 / seconds,
  stalled_rooms: rooms.filter((room) => !a.rate && now() - room.activity > 1500).length,
  closed: sockets.filter((s) => s.closed).length,
  rejected: adapter.rejected?.() ?? 0,
});
console.log(JSON.stringify(out));
process.exit(0);
