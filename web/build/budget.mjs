/** Measures what the built pages make a browser download, and fails when a page is over its budget. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { chunksOf } from "./chunks.mjs";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const kilobyte = 1024;
const manifest = JSON.parse(readFileSync(join(dist, "manifest.json"), "utf8"));
const chunks = JSON.parse(readFileSync(new URL("../.prerender/client-chunks.json", import.meta.url), "utf8"));

const limits = { "/": 100 };
const publicLimit = 155;
const staffLimit = 240;
/** Pages of patients that are not prerendered. */
const patientLimit = 165;
const imageLimit = 60;
const workerLimit = 10;
const scriptLimit = 64;
const listScriptLimit = 12;

const compressed = (file) => statSync(join(dist, `${file}.br`)).size;
const sum = (sizes) => sizes.reduce((total, size) => total + size, 0);
const inlinedCss = (html) => brotliCompressSync(/<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "").length;

function page(language, path) {
  const file = join(dist, `pages/${language}${path === "/" ? "/index" : path}.html.br`);
  return brotliDecompressSync(readFileSync(file)).toString();
}

/** The modules that the page's one script loads. Without any, this would measure nothing. */
function scriptsOf(html) {
  const modules = /<script data-modules="([^"]+)"/.exec(html)?.[1];
  if (!modules) throw new Error("a page names no modules");
  return modules.split(" ").map((path) => path.slice(1));
}

const failures = [];

function report(name, bytes, limit) {
  const size = bytes / kilobyte;
  console.log(`${name.padEnd(34)} ${size.toFixed(1).padStart(7)} KB  of ${limit} KB`);
  if (size > limit) failures.push(name);
}

for (const path of manifest.pages) {
  const html = page("en", path);
  report(
    `${path} JS + CSS`,
    sum(scriptsOf(html).map(compressed)) + inlinedCss(html),
    limits[path] ?? publicLimit,
  );
}

// The other pages are rendered in the browser; a response header lists their scripts. Charts are loaded after the figures.
const shellCss = inlinedCss(page("en", "/_shell"));
const linkedSize = (link) =>
  sum([...link.matchAll(/<\/([^>]+)>/g)].map(([, file]) => compressed(file))) + shellCss;
report("largest staff page JS + CSS", Math.max(...Object.values(manifest.links).map(linkedSize)), staffLimit);
for (const path of ["/doctor/appointment", "/door/:place", "/visit"])
  report(`${path} JS + CSS`, linkedSize(manifest.links[path]), patientLimit);

function count(name, number, limit) {
  console.log(`${name.padEnd(34)} ${String(number).padStart(7)}     of ${limit}`);
  if (number > limit) failures.push(name);
}

const scripts = readdirSync(join(dist, "assets"))
  .filter((file) => file.endsWith(".js.br"))
  .map((file) => `assets/${file.slice(0, -".br".length)}`);
const imported = new Set(
  Object.values(chunks).flatMap(({ imports = [] }) => imports.map((key) => chunks[key].file)),
);
count("script files", scripts.length, scriptLimit);
count(
  "scripts under 1 KB that others need",
  scripts.filter((file) => imported.has(file) && compressed(file) < kilobyte).length,
  0,
);
count("/viewdoctors script files", scriptsOf(page("en", "/viewdoctors")).length, listScriptLimit);

/** The files that the built script preloads together with the `import()` of a file; Vite lists them next to it. */
function preloadedWith(file) {
  for (const script of scripts) {
    const code = brotliDecompressSync(readFileSync(join(dist, `${script}.br`))).toString();
    const found = new RegExp(`import\\(\`\\./${file}\`\\)[^\\[]*\\[([\\d,]*)\\]`).exec(code);
    if (!found) continue;
    const listed = JSON.parse(/m\.f=(\[[^\]]*\])/.exec(code)?.[1] ?? "[]");
    return JSON.parse(`[${found[1]}]`).map((index) => listed[index]);
  }
  throw new Error(`no script downloads ${file}`);
}

// A navigation must not find out from one script that it needs another (a request chain).
const started = new Set(chunksOf(chunks, ["index.html"]));
const unannounced = Object.entries(chunks)
  .filter(([source]) => source.startsWith("src/app/areas/") || source.includes("/staff-shell."))
  .flatMap(([source, { file }]) => {
    const known = new Set([...started, file, ...preloadedWith(basename(file))]);
    return chunksOf(chunks, [source]).filter((needed) => !known.has(needed));
  });
count("scripts found late by a navigation", unannounced.length, 0);

report(
  "service worker, not compressed",
  brotliDecompressSync(readFileSync(join(dist, "sw.js.br"))).length,
  workerLimit,
);

const images = new Set(
  [...page("en", "/").matchAll(/(?:src|href)="\/(assets\/[^"#]+\.(?:svg|webp|png))/g)].map(
    ([, file]) => file,
  ),
);
report(
  "/ images",
  sum(
    [...images].map((file) => (file.endsWith(".svg") ? compressed(file) : statSync(join(dist, file)).size)),
  ),
  imageLimit,
);

// The name of the Malayalam language in the switch is the one exception; it is drawn with the system's font.
for (const path of manifest.pages) {
  const text = page("en", path)
    .replace(/<style>.*?<\/style>/s, "")
    .replaceAll("മലയാളം", "");
  if (/[\u0d00-\u0d7f]/.test(text)) failures.push(`${path}: Malayalam letters on the English page`);
}

if (failures.length > 0) {
  console.error(`over budget: ${failures.join(", ")}`);
  process.exit(1);
}
