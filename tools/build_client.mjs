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

/** @typedef {Record<string, {entryPoint?: string, imports: {path: string, kind: string}[]}>} Outputs */

const LATER = [
  "static/js/views/(rooms|lesson|help|settings|nowhere|move_seat)",
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
    b.onLoad({ filter: new RegExp(`/(${LATER.join("|")})\\.js$`) }, async ({ path }) => ({
      contents: `${imports(together)}${await withStyles(path)}`,
      resolveDir: dirname(path),
    }));
    b.onLoad({ filter: /\/static\/js\/main\.js$/ }, async ({ path }) => ({ contents: await withStyles(path) }));
  },
});

/** A script that brings the styles that it asks for, unless others ask for them, too. @param {string} path */
async function withStyles(path) {
  const script = readFileSync(path, "utf8");
  const asked = [...script.matchAll(/\bstylesheet\("([^"]+)"\)/g)].map((found) => found[1]);
  const sheets = asked.filter((sheet) => !SHEETS.includes(sheet));
  const carried = sheets.map(async (sheet) => `carry("${sheet}", ${JSON.stringify(await styles(sheet))});\n`);
  const taken = sheets.length ? `import { carry } from "/static/js/ui/stylesheet.js";\n` : "";
  return `${taken}${(await Promise.all(carried)).join("")}${script}`;
}

/** @param {string} sheet as it is served */
async function styles(sheet) {
  const entryPoints = [join(root, sheet)];
  const { outputFiles } = await build({ ...common, entryPoints, plugins: [served], write: false });
  return outputFiles[0].text.trim();
}

// Styles that come by themselves: few visits need them, or several scripts ask for them.
const SHEETS = ["/static/css/lesson.css", "/static/css/watch.css"];

// What nearly every visit comes to needs one file: it goes into the one that the LATER modules share.
const ROOMS = "static/js/views/rooms.js";

const imports = (/** @type {string[]} */ together) =>
  ["static/js/main.js", ...together].map((path) => `import "/${path}";\n`).join("");

/**
 * The modules that several of the LATER ones use, except for those that a table does without.
 * @param {import("esbuild").BuildOptions} options
 */
async function usedTogether(options) {
  const result = await build({ ...options, plugins: [pieces([]), served, afterMain([])], write: false });
  const shared = Object.values(result.metafile?.outputs ?? {}).filter((one) => !one.entryPoint);
  const inputs = shared.map((one) => Object.keys(one.inputs)).filter((paths) => !paths.includes("static/js/main.js"));
  const others = new RegExp(`^(static/js/watching/.*|(${LATER.join("|")})\\.js)$`);
  return [...inputs.flat().filter((path) => !others.test(path)), ROOMS];
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
    entryPoints: Object.fromEntries(
      ["vendor", "socket", "qr"].map((name) => [name, join(root, `tools/${name}_entry.js`)]),
    ),
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
    "js/rooms": ROOMS,
    ...Object.fromEntries(SHEETS.map((path) => [`css/${basename(path, ".css")}`, path.slice(1)])),
    ...Object.fromEntries(games.map((id) => [`games/${id}/view`, `games/${id}/client/view.js`])),
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
  for (const path of ["static/icon.svg", ...covers]) addresses[`/${path}`] = inlined(path);
  // These scripts only import a file that they share with others: let the page request that file at once.
  const main = holder(result.metafile.outputs, "static/js/main.js");
  addresses["/static/js/main.js"] = address(join(root, main));
  addresses[`/${ROOMS}`] = address(join(root, holder(result.metafile.outputs, ROOMS, main)));
  const page = readFileSync(join(root, "static/index.html"), "utf8")
    .replace("/static/js/main.js", addresses["/static/js/main.js"])
    .replace("/static/icon.svg", addresses["/static/icon.svg"])
    .replace('name="assets" content="{}"', `name="assets" content='${JSON.stringify(addresses)}'`);
  writeFileSync(join(out, "index.html"), page);
  writeFileSync(join(out, "early.json"), JSON.stringify(early(result.metafile.outputs, addresses, games)));
  await serviceWorker(result.metafile.outputs, addresses, page);
  compress(out);
  await stubs(); // too small to be compressed
}

/**
 * What a record's page needs at once (server/doors/http/client_page.py): always, by language, by game, and by both.
 * @param {Outputs} outputs @param {Record<string, string>} addresses @param {string[]} games
 */
function early(outputs, addresses, games) {
  const of = (/** @type {string[]} */ ...paths) => paths.flatMap((path) => addresses[`/${path}`] ?? []);
  const watch = Object.keys(outputs).find((path) => outputs[path].entryPoint === "static/js/watching/watch.js");
  const scripts = [...withImports(outputs, [`${watch}`])].map((path) => address(join(root, path)));
  const sheets = of("static/css/watch.css");
  const others = scripts.filter((path) => path !== addresses["/static/js/main.js"]); // which the page names
  /** @type {Record<string, string[]>} */
  const found = { record: [...others, ...sheets, "/api/v1/games"] };
  for (const id of games) found[id] = of(`games/${id}/client/view.js`);
  for (const language of ["en-US", "zh-CN"]) {
    found[language] = of(`static/i18n/${language}.json`, `static/i18n/later/${language}.json`);
    for (const id of games) found[`${id}/${language}`] = of(`games/${id}/texts/${language}.json`);
  }
  return found;
}

/** Those files, and what they import. @param {Outputs} outputs @param {string[]} files */
function withImports(outputs, files) {
  const all = new Set(files);
  for (const path of all) {
    for (const one of outputs[path].imports) if (one.kind === "import-statement") all.add(one.path);
  }
  return all;
}

/**
 * Writes the service worker, which caches the shell: the page's files, the other screens, the texts of both languages.
 * @param {Outputs} outputs
 * @param {Record<string, string>} addresses @param {string} page
 */
async function serviceWorker(outputs, addresses, page) {
  const main = addresses["/static/js/main.js"];
  const views = Object.keys(outputs).filter((path) => {
    const { entryPoint } = outputs[path];
    return entryPoint?.startsWith("static/js/views/") && entryPoint !== ROOMS;
  });
  const scripts = withImports(outputs, views);
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

/**
 * The one file that a script imports, but for a file that is there already.
 * @param {Record<string, {entryPoint?: string, imports: {path: string, kind: string}[]}>} outputs
 * @param {string} script @param {string} [there]
 */
function holder(outputs, script, there) {
  const entry = Object.values(outputs).find((about) => about.entryPoint === script);
  const files = (entry?.imports ?? []).filter((one) => one.kind === "import-statement" && one.path !== there);
  if (files.length !== 1) throw new Error(`${script} is in ${files.length} files`);
  return files[0].path;
}

/** A small picture as an address that asks for nothing. @param {string} path */
function inlined(path) {
  const picture = readFileSync(join(root, path), "utf8").trim();
  return `data:image/svg+xml,${encodeURIComponent(picture).replaceAll("'", "%27")}`;
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
