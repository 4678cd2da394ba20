// Builds the files that the browser loads.
//   vendor:  static/vendor/*.js, third-party code as ES modules, so that the browser can load the sources unbuilt
//   release: static/dist/, everything bundled under hashed names and compressed with brotli and gzip;
//            its index.html becomes the page
import { createHash } from "node:crypto";
import { build, transform } from "esbuild";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const out = join(root, "static/dist");

// The client speaks only WebSocket, so the library's other transports stay out of the bundle.
const websocketOnly = {
  name: "websocket-only",
  setup(/** @type {import("esbuild").PluginBuild} */ b) {
    b.onResolve({ filter: /transports\/index\.js$/ }, (args) =>
      args.importer.includes("engine.io-client") ? { path: args.importer, namespace: "ws-only" } : null,
    );
    b.onResolve({ filter: /transports\/polling-\w+(\.node)?\.js$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(".node", "")),
      sideEffects: false,
    }));
    b.onLoad({ filter: /.*/, namespace: "ws-only" }, (args) => ({
      contents: `import { WS } from "./transports/websocket.js"; export const transports = { websocket: WS };`,
      resolveDir: dirname(args.path),
    }));
  },
};

// Modules import one another by the addresses at which they are served.
const served = {
  name: "served",
  setup(/** @type {import("esbuild").PluginBuild} */ b) {
    b.onResolve({ filter: /^\/(static|games)\// }, (args) => ({ path: join(root, args.path) }));
  },
};

const LATER = [
  "static/js/views/(room|lesson|create|help|settings|nowhere|move_seat)",
  "static/js/watching/(watch|mine|review)",
  "static/js/table/(describe|generic/view)",
  "static/vendor/qr",
  "games/\\w+/client/view",
];

// The page fetches the LATER modules after the first view. Telling esbuild so, by an import of main.js, keeps the first
// view in one file, even if later modules use parts of it. What several of them use would come in a file for each set
// of users, ten at a table: imported by all of them, it is one file, half a dozen requests and some kilobytes less.
const afterMain = (/** @type {string[]} */ together) => ({
  name: "after-main",
  setup(/** @type {import("esbuild").PluginBuild} */ b) {
    b.onLoad({ filter: new RegExp(`/(${LATER.join("|")})\\.js$`) }, ({ path }) => ({
      contents: `${imports(together)}${readFileSync(path, "utf8")}`,
      resolveDir: dirname(path),
    }));
  },
});

const imports = (/** @type {string[]} */ together) =>
  ["static/js/main.js", ...together].map((path) => `import "/${path}";\n`).join("");

/**
 * The modules that several of the LATER ones use, but for those that a table does without.
 * @param {import("esbuild").BuildOptions} options
 */
async function usedTogether(options) {
  const result = await build({ ...options, plugins: [pieces([]), served, afterMain([])], write: false });
  const shared = Object.values(result.metafile?.outputs ?? {}).filter((one) => !one.entryPoint);
  const inputs = shared.map((one) => Object.keys(one.inputs)).filter((paths) => !paths.includes("static/js/main.js"));
  const others = new RegExp(`^(static/js/watching/.*|(${LATER.join("|")})\\.js)$`);
  return inputs.flat().filter((path) => !others.test(path));
}

// Views of other packages import these modules by their addresses in the source (docs/client-modules.md), and must get
// the page's own instances: the page's policy would refuse a second lit-html. So the page imports PIECES before such a
// view, and a stub at each of those addresses re-exports the modules that PIECES provides, in every release.
const PIECES = "static/js/pieces.js";

const pieces = (/** @type {string[]} */ together) => ({
  name: "pieces",
  setup(/** @type {import("esbuild").PluginBuild} */ b) {
    b.onResolve({ filter: /^static\/js\/pieces\.js$/ }, () => ({ path: PIECES, namespace: "pieces" }));
    b.onLoad({ filter: /.*/, namespace: "pieces" }, async () => {
      const all = Object.entries(await exported());
      const named = all.map(([path, names], at) => {
        const list = names.map((name) => `${name} as ${name}_${at}`);
        return `import { ${list.join(", ")} } from "/${path}";\n`;
      });
      const tables = all.map(([path, names], at) => {
        const list = names.map((name) => `${name}: ${name}_${at}`);
        return `"/${path}": { ${list.join(", ")} },\n`;
      });
      const provided = `globalThis.paiju = {\n${tables.join("")}};\n`;
      return { contents: `${imports(together)}${named.join("")}${provided}`, resolveDir: root };
    });
  },
});

/** The names that those modules export. @returns {Promise<Record<string, string[]>>} */
async function exported() {
  const modules = ["static/js/table", "static/js/ui"].flatMap(folder).filter((path) => path.endsWith(".js"));
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["static/vendor/vendor.js", ...modules],
    outdir: out,
    outbase: root,
    write: false,
    metafile: true,
  });
  return Object.fromEntries(Object.values(metafile.outputs).map((one) => [`${one.entryPoint}`, one.exports]));
}

/** Writes a stub for each module to `dist/stubs`; server/doors/http/files.py serves them in place of the source. */
async function stubs() {
  for (const [path, names] of Object.entries(await exported())) {
    const target = join(out, "stubs", path.replace(/^static\//, ""));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `export const { ${names.join(", ")} } = globalThis.paiju["/${path}"];\n`);
  }
}

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
  const entries = {
    "js/main": "static/js/main.js",
    "js/pieces": PIECES,
    "css/main": "static/css/main.css",
    "css/room": "static/css/room.css",
    "css/generic": "static/css/generic.css",
    "css/lesson": "static/css/lesson.css",
    "css/watch": "static/css/watch.css",
    ...Object.fromEntries(games.map((id) => [`games/${id}/view`, `games/${id}/client/view.js`])),
    ...Object.fromEntries(games.map((id) => [`games/${id}/style`, `games/${id}/client/view.css`])),
  };
  /** @type {import("esbuild").BuildOptions} */
  const options = {
    ...common,
    absWorkingDir: root,
    entryPoints: entries,
    outdir: out,
    splitting: true,
    entryNames: "[dir]/[name]-[hash]",
    chunkNames: "chunks/[name]-[hash]",
    metafile: true,
  };
  const together = await usedTogether(options);
  const plugins = [pieces(together), served, afterMain(together)];
  const result = await build({ ...options, metafile: true, plugins });
  const asked = new Set(Object.values(entries));
  /** @type {Record<string, string>} */
  const addresses = {};
  for (const [file, about] of Object.entries(result.metafile.outputs)) {
    // The page requests these by name; the scripts name all further imports themselves.
    const source = about.entryPoint?.replace("pieces:", "");
    if (source && asked.has(source)) addresses[`/${source}`] = address(join(root, file));
  }
  for (const path of ["en-US", "zh-CN"].map((language) => `static/i18n/${language}.json`)) {
    const titles = games.flatMap((id) => {
      const words = read(`games/${id}/texts/${basename(path)}`);
      const early = Object.keys(words).filter((key) => /^(game|level)\./.test(key));
      return early.map((key) => [`${id}/${key}`, words[key]]);
    });
    addresses[`/${path}`] = address(copied(path, Object.fromEntries(titles)));
  }
  const texts = games.flatMap((id) => [...folder(`games/${id}/texts`), ...folder(`games/${id}/client/help`)]);
  const more = [...folder("static/i18n/later"), ...folder("static/i18n/review"), ...texts];
  for (const path of more) addresses[`/${path}`] = address(copied(path, {}));
  const covers = games.map((id) => `games/${id}/client/cover.svg`).filter((path) => existsSync(join(root, path)));
  for (const path of covers)
    addresses[`/${path}`] = address(written(path, readFileSync(join(root, path), "utf8").trim()));
  // The first script imports a file that it shares with the later ones: let the page request that file at once.
  const first = Object.values(result.metafile.outputs).find((about) => about.entryPoint === "static/js/main.js");
  const scripts = (first?.imports ?? []).filter((one) => one.kind === "import-statement");
  if (scripts.length !== 1) throw new Error(`the first view has ${scripts.length} scripts`);
  addresses["/static/js/main.js"] = address(join(root, scripts[0].path));
  const { "/static/css/main.css": _, ...later } = addresses; // the page itself requests main.css
  const page = readFileSync(join(root, "static/index.html"), "utf8")
    .replace("/static/js/main.js", addresses["/static/js/main.js"])
    .replace("/static/css/main.css", addresses["/static/css/main.css"])
    .replace('name="assets" content="{}"', `name="assets" content='${JSON.stringify(later)}'`);
  writeFileSync(join(out, "index.html"), page);
  await serviceWorker(result.metafile.outputs, addresses, page);
  compress(out);
  await stubs(); // too small to be compressed
}

/**
 * Writes the service worker, which caches the shell: the page's files, the other screens, the texts of both languages.
 * @param {Record<string, {entryPoint?: string, imports: {path: string, kind: string}[]}>} outputs
 * @param {Record<string, string>} addresses @param {string} page
 */
async function serviceWorker(outputs, addresses, page) {
  const main = addresses["/static/js/main.js"];
  const views = Object.keys(outputs).filter((path) => outputs[path].entryPoint?.startsWith("static/js/views/"));
  /** @type {Set<string>} */
  const scripts = new Set(views);
  for (const path of scripts) {
    for (const one of outputs[path].imports) if (one.kind === "import-statement") scripts.add(one.path);
  }
  const words = Object.keys(addresses).filter(
    (path) => path.startsWith("/static/css/") || path.startsWith("/static/i18n/"),
  );
  const shell = [
    ...new Set([
      main,
      ...[...scripts].map((path) => address(join(root, path))),
      ...words.map((path) => addresses[path]),
    ]),
  ];
  const version = createHash("sha256").update(page).digest("hex").slice(0, 12);
  const source = readFileSync(join(root, "static/js/worker.js"), "utf8")
    .replace('["$SHELL"]', JSON.stringify(shell))
    .replace("$VERSION", version);
  const { code } = await transform(source, { minify: true, target: common.target });
  writeFileSync(join(out, "sw.js"), code);
}

/** The address at which a file of the release is served. @param {string} file */
const address = (file) => `/static/dist/${relative(out, file)}`;

/** @param {string} path @returns {string[]} */
const folder = (path) =>
  existsSync(join(root, path)) ? readdirSync(join(root, path)).map((name) => `${path}/${name}`) : [];

/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));

/**
 * Writes a catalogue of texts without blanks, under a name with its hash.
 * @param {string} path @param {Record<string, string>} more words
 */
function copied(path, more) {
  const whole = read(path);
  return written(path, JSON.stringify(Array.isArray(whole) ? whole : { ...whole, ...more }));
}

/** Writes a text to the release, under a name with its hash. @param {string} path in the source @param {string} text */
function written(path, text) {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const target = join(out, path.replace(/^static\//, "").replace(/\.(\w+)$/, `.${hash}.$1`));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
  return target;
}

/** @param {string} folder */
function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) compress(path);
    else if (/\.(js|css|json|svg)$/.test(entry.name) && entry.name !== "sw.js") {
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
