/** After `vite build`: renders the public pages in both languages, compresses everything, writes manifest.json. */
import { createHash } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { ariaStyles } from "./aria-styles.mjs";
import { chunksOf } from "./chunks.mjs";
import { noScriptCss, pageHtml } from "./page-html.mjs";
import { startScript } from "./start.mjs";
import { templateHtml } from "./template.mjs";
import { workerScript } from "./worker.mjs";

const web = fileURLToPath(new URL("..", import.meta.url));
const dist = join(web, "dist");
const languages = ["en", "ml"];
const entry = "index.html";

process.env.NODE_ENV = "production";
const {
  allRoutes,
  emptyPage,
  manifests,
  renderLostBar,
  renderNoScript,
  renderPage,
  renderTemplate,
  templates,
} = await import(join(web, ".prerender/entry-prerender.js"));
const build = JSON.parse(readFileSync(join(dist, "build-manifest.json"), "utf8"));
const script = build[entry].file;
const cssFile = build["style.css"].file;
const css = readFileSync(join(dist, cssFile), "utf8").trim();

const styleAttributes = new Set();

/** The version: of the pages, the worker, and the names of all files, which change with their content. */
const digest = createHash("sha256").update(JSON.stringify(build));

function hash(text) {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

function unescapeAttribute(text) {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function write(file, text) {
  mkdirSync(dirname(join(dist, file)), { recursive: true });
  writeFileSync(join(dist, file), text);
}

function writePage(file, options) {
  const html = pageHtml({ css, ...options });
  if (html.includes("<!--$!-->")) throw new Error(`${file} could not be drawn`);
  if (html.match(/<script/g).length > 1) throw new Error(`${file} has a script of its own`);
  if (/\son[a-z]+="/.test(html.replace(/<style>.*?<\/style>/s, "")))
    throw new Error(`${file} has an inline event handler`);
  for (const [form] of html.matchAll(/<form\b[^>]*>/g))
    if (!form.includes(' method="post"') && !form.includes(" data-filters="))
      throw new Error(`${file} has a form that would be sent in an address`);
  for (const [, style] of options.page.html.matchAll(/\sstyle="([^"]*)"/g))
    styleAttributes.add(hash(unescapeAttribute(style)));
  digest.update(html);
  write(file, html);
}

/** The files that render a route's page; the entry, which the others are for, comes last. */
function modulesOf(files) {
  return [...chunksOf(build, [entry, ...files]).filter((file) => file !== script), script];
}

/** The browser can request these (`Link: rel=modulepreload`) while it reads the response's head. */
function linkHeader(files) {
  return modulesOf(files)
    .map((file) => `</${file}>; rel=modulepreload`)
    .join(", ");
}

const routes = await allRoutes();
const publicRoutes = routes.filter((route) => route.isPublic);
const clientRoutes = routes.filter((route) => !route.isPublic);
const pageFile = (path) => ({ "/": "/index", "*": "/_not-found" })[path] ?? path;

for (const language of languages) {
  for (const [file, manifest] of Object.entries(manifests(language))) write(file, JSON.stringify(manifest));
  const lostBar = await renderLostBar(language);
  const noScript = await renderNoScript(language);
  for (const { path, files } of publicRoutes) {
    const page = await renderPage(path, language);
    writePage(`pages/${language}${pageFile(path)}.html`, {
      page,
      language,
      lostBar,
      noScript,
      modules: modulesOf(files),
    });
  }
  const shell = { page: emptyPage(), language, lostBar, noScript, modules: modulesOf([]) };
  writePage(`pages/${language}/_shell.html`, shell);
  for (const { name, path, booking } of templates) {
    const page = await renderTemplate(name, language);
    const { files } = routes.find((route) => route.path === path);
    writePage(`pages/${language}/${name}.html`, {
      page: { ...page, html: templateHtml(page.html) },
      language,
      lostBar,
      noScript: booking ? await renderNoScript(language, true) : "",
      modules: modulesOf(files),
    });
  }
}

const [worker, noWorker] = [await workerScript("main"), await workerScript("remove")];
const version = digest.update(worker).digest("hex").slice(0, 16);
write("sw.js", worker.replaceAll("@version@", version));
write("sw-off.js", noWorker);

write(
  "manifest.json",
  JSON.stringify(
    {
      version,
      pages: publicRoutes.map(({ path }) => path).filter((path) => path !== "*"),
      templates: templates.map(({ name }) => `/${name}`),
      routes: clientRoutes.map(({ path }) => path),
      links: Object.fromEntries(clientRoutes.map(({ path, files }) => [path, linkHeader(files)])),
      script: hash(startScript),
      styleElem: [css, noScriptCss, ...ariaStyles()].map(hash),
      styleAttr: [...styleAttributes],
    },
    null,
    2,
  ),
);

// Every page has the styles inline, and the template was only needed by Vite.
for (const file of [cssFile, "index.html"]) rmSync(join(dist, file));
// For the budget test; moved out of dist, so that nobody can download it.
renameSync(join(dist, "build-manifest.json"), join(web, ".prerender/client-chunks.json"));

// The page of the API documentation is in public/; its scripts come from npm.
for (const file of ["swagger-ui-bundle.js", "swagger-ui.css"])
  copyFileSync(join(web, "node_modules/swagger-ui-dist", file), join(dist, "api/docs", file));

// The program contains texts compressed only, and decompresses them for the few clients without compression.
const compressible = new Set([".css", ".html", ".js", ".svg", ".txt", ".webmanifest"]);
for (const file of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!file.isFile() || !compressible.has(extname(file.name))) continue;
  const path = join(file.parentPath, file.name);
  const bytes = readFileSync(path);
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
  rmSync(path);
}
