/** Measures what the built pages make a browser download, and fails when a page is over its budget. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { chunksOf } from "./chunks.mjs";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const kilobyte = 1024;
const manifest = JSON.parse(readFileSync(join(dist, "manifest.json"), "utf8"));
const chunks = JSON.parse(readFileSync(new URL("../.prerender/client-chunks.json", import.meta.url), "utf8"));

const limits = { "/": 95, "/viewdoctors": 150, "/login": 150, "/registration": 150, "/blooddonate": 150 };
const publicLimit = 150;
const staffLimit = 210;
const imageLimit = 60;

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

// Staff pages are drawn in the browser: the entry, the shell, and each page that is not public.
const shellHtml = page("en", "/_shell");
const staff = [
  "src/app/shells/staff-shell.tsx",
  "src/app/query-scope.tsx",
  "src/components/toast-region.tsx",
];
const pages = Object.keys(chunks).filter((file) => file.includes("/pages/"));
const inStaffFrame = (file) => {
  const files = new Set([...scriptsOf(shellHtml), ...chunksOf(chunks, [...staff, file])]);
  return sum([...files].map(compressed)) + inlinedCss(shellHtml);
};
// Every page counts: one that would be too heavy in the frame is too heavy anywhere. Charts come after the figures.
report("largest staff page JS + CSS", Math.max(...pages.map(inStaffFrame)), staffLimit);

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
