// Builds what the browser loads.
//   vendor:  static/vendor/*.js, third-party code as ES modules; the source then runs as it is
//   release: static/dist/, everything bundled under hashed names and compressed with brotli and gzip
import { build } from "esbuild";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const out = join(root, "static/dist");

// The client speaks WebSocket only: the other transports stay out of the bundle.
const websocketOnly = {
  name: "websocket-only",
  setup(/** @type {import("esbuild").PluginBuild} */ b) {
    b.onResolve({ filter: /transports\/index\.js$/ }, (args) =>
      args.importer.includes("engine.io-client") ? { path: args.importer, namespace: "ws-only" } : null,
    );
    b.onLoad({ filter: /.*/, namespace: "ws-only" }, (args) => ({
      contents: `import { WS } from "./transports/websocket.js"; export const transports = { websocket: WS };`,
      resolveDir: dirname(args.path),
    }));
  },
};

// Modules name one another by the address they are served at.
const served = {
  name: "served",
  setup(/** @type {import("esbuild").PluginBuild} */ b) {
    b.onResolve({ filter: /^\/(static|games)\// }, (args) => ({ path: join(root, args.path) }));
  },
};

const common = /** @type {const} */ ({
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
});

async function vendor() {
  await build({
    ...common,
    entryPoints: { vendor: join(root, "tools/vendor_entry.js"), qr: join(root, "tools/qr_entry.js") },
    outdir: join(root, "static/vendor"),
    plugins: [websocketOnly],
  });
}

function gameFolders() {
  const games = join(root, "games");
  return readdirSync(games, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(games, entry.name, "client/view.js")))
    .map((entry) => entry.name);
}

async function release() {
  await vendor();
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const games = gameFolders();
  const scripts = ["static/js/main.js", ...games.map((id) => `games/${id}/client/view.js`)];
  const styles = ["static/css/main.css", ...games.map((id) => `games/${id}/client/view.css`)];
  const result = await build({
    ...common,
    entryPoints: [...scripts, ...styles].filter((path) => existsSync(join(root, path))).map((path) => join(root, path)),
    outbase: root,
    outdir: out,
    splitting: true,
    entryNames: "[dir]/[name]-[hash]",
    chunkNames: "chunks/[name]-[hash]",
    assetNames: "assets/[name]-[hash]",
    metafile: true,
    plugins: [served],
  });
  /** @type {Record<string, string>} */
  const addresses = {};
  for (const [file, about] of Object.entries(result.metafile.outputs)) {
    if (about.entryPoint) {
      addresses[`/${relative(root, join(process.cwd(), about.entryPoint))}`] =
        `/static/dist/${relative(out, join(process.cwd(), file))}`;
    }
  }
  const page = readFileSync(join(root, "static/index.html"), "utf8")
    .replace("/static/js/main.js", addresses["/static/js/main.js"])
    .replace("/static/css/main.css", addresses["/static/css/main.css"])
    .replace('name="assets" content="{}"', `name="assets" content='${JSON.stringify(addresses)}'`);
  writeFileSync(join(out, "index.html"), page);
  compress(out);
}

/** @param {string} folder */
function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) compress(path);
    else if (/\.(js|css|json|svg)$/.test(entry.name)) {
      const whole = readFileSync(path);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length };
      writeFileSync(`${path}.br`, brotliCompressSync(whole, { params }));
      writeFileSync(`${path}.gz`, gzipSync(whole, { level: 9 }));
    }
  }
}

const steps = { vendor, release };
const step = steps[/** @type {keyof typeof steps} */ (process.argv[2])];
if (!step) {
  process.stderr.write("usage: node tools/build_client.mjs vendor|release\n");
  process.exit(2);
}
await step();
