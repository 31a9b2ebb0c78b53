/** Lighthouse (mobile) on the public pages of the release binary: medians of three runs, as a table. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const root = fileURLToPath(new URL("..", import.meta.url));
const { pages: allPages } = JSON.parse(readFileSync(join(root, "web/dist/manifest.json"), "utf8"));
// `npm run lighthouse -- / /category` looks at some pages only; `/doctors/:id` is the first doctor's.
// The admin's login, the password pages and the private links are kept out of search engines on purpose, which costs SEO points.
const unlisted = [
  "/admin/login",
  "/forgotpassword",
  "/resetpassword",
  "/confirmemail",
  "/bloodrequest/own",
  "/bloodanswer",
  "/blooddonor",
];
const pages =
  process.argv.length > 2
    ? process.argv.slice(2)
    : [...allPages.filter((path) => !unlisted.includes(path)), "/doctors/:id"];
const runs = 3;
const categories = ["performance", "accessibility", "best-practices", "seo"];
const metrics = {
  LCP: "largest-contentful-paint",
  TBT: "total-blocking-time",
  CLS: "cumulative-layout-shift",
};

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function alive(origin) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the server did not start");
}

async function measure(url, flags) {
  const results = [];
  for (let run = 0; run < runs; run++) results.push((await lighthouse(url, flags)).lhr);
  const row = {};
  for (const category of flags.onlyCategories) {
    row[category] = Math.round(100 * median(results.map((lhr) => lhr.categories[category].score)));
  }
  for (const [name, audit] of Object.entries(metrics)) {
    row[name] = Number(median(results.map((lhr) => lhr.audits[audit].numericValue)).toFixed(2));
  }
  const failed = Object.values(results[0].audits).filter(
    ({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === "binary",
  );
  row["failed audits"] = failed.map(({ id }) => id).join(" ");
  return row;
}

const dataDir = mkdtempSync(join(tmpdir(), "doccare-lighthouse-"));
const listen = `127.0.0.1:${await freePort()}`;
const program = join(root, "target/release/doccare");
const options = {
  env: { ...process.env, DOCCARE_LISTEN: listen, DOCCARE_DATA_DIR: dataDir },
  stdio: "ignore",
};
spawnSync(program, ["demo"], options);
const server = spawn(program, ["serve"], options);
const chrome = await launch({
  chromePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  chromeFlags: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});

try {
  const origin = `http://${listen}`;
  await alive(origin);
  const flags = { port: chrome.port, logLevel: "error", onlyCategories: categories };
  const table = {};
  const { data } = await (await fetch(`${origin}/user/api/finddoctors?limit=1`)).json();
  for (const path of pages) table[path] = await measure(origin + path.replace(":id", data[0]._id), flags);
  console.table(table);
  // Simulated figures guess the network; this one waits for a slowed-down one.
  const applied = { ...flags, onlyCategories: ["performance"], throttlingMethod: "devtools" };
  console.table({ "/ with applied throttling": await measure(`${origin}/`, applied) });
} finally {
  chrome.kill();
  server.kill();
  rmSync(dataDir, { recursive: true, force: true });
}
