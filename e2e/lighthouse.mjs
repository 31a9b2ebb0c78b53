/** Lighthouse (mobile) on the public pages of the release binary: medians of three runs, as a table. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { chromium, chromiumFlags } from "./chromium.mjs";
import { median, root, runs, withServer } from "./measured.mjs";

const { pages: allPages } = JSON.parse(readFileSync(join(root, "web/dist/manifest.json"), "utf8"));
// `npm run lighthouse -- / /category` measures some pages only; `/doctors/:id` is the first doctor's. The admin's login, the password pages
// and the private links are excluded from search engines on purpose, which costs SEO points.
const unlisted = [
  "/admin/login",
  "/forgotpassword",
  "/resetpassword",
  "/confirmemail",
  "/application/report",
  "/bloodrequest/own",
  "/bloodanswer",
  "/blooddonor",
];
const pages =
  process.argv.length > 2
    ? process.argv.slice(2)
    : [...allPages.filter((path) => !unlisted.includes(path)), "/doctors/:id"];
const categories = ["performance", "accessibility", "best-practices", "seo"];
const metrics = {
  LCP: "largest-contentful-paint",
  TBT: "total-blocking-time",
  CLS: "cumulative-layout-shift",
};

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

const chrome = await launch({ chromePath: chromium, chromeFlags: ["--headless", ...chromiumFlags] });
try {
  await withServer(async (origin) => {
    const flags = { port: chrome.port, logLevel: "error", onlyCategories: categories };
    const table = {};
    const { data } = await (await fetch(`${origin}/user/api/finddoctors?limit=1`)).json();
    for (const path of pages) table[path] = await measure(origin + path.replace(":id", data[0]._id), flags);
    console.table(table);
    // Lighthouse's default simulates the network; this measures with a throttled one.
    const applied = { ...flags, onlyCategories: ["performance"], throttlingMethod: "devtools" };
    console.table({ "/ with applied throttling": await measure(`${origin}/`, applied) });
  });
} finally {
  chrome.kill();
}
