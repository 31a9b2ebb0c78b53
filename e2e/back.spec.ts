/** Back shows at once what was there: the browser keeps the page (back-forward cache), and the app lets it. */
import { chromium as playwright } from "@playwright/test";
import { chromiumFlags, wholeChromium } from "./chromium.mjs";
import { expect, test } from "./fixtures";
import { hydrated, phone } from "./site";
import { listedDoctor } from "./workers";

// Playwright turns the cache off, and cannot control a page that comes out of it: that page is controlled by the DevTools protocol.
const options = {
  executablePath: wholeChromium,
  args: chromiumFlags,
  ignoreDefaultArgs: ["--disable-back-forward-cache"],
};

test("Back brings the very page that was left, at its place", async ({ baseURL, request }) => {
  const doctor = await listedDoctor(request);
  const browser = await playwright.launch(options);
  try {
    for (const address of [
      "/viewdoctors",
      `/doctors/${doctor.id}`,
      "/medicines",
      "/",
      "/category",
      "/terms",
    ]) {
      const context = await browser.newContext({ baseURL, viewport: phone });
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      const reasons: unknown[] = [];
      devtools.on("Page.backForwardCacheNotUsed", (event) => reasons.push(event.notRestoredExplanations));
      await devtools.send("Page.enable");
      const evaluate = async (expression: string) =>
        (await devtools.send("Runtime.evaluate", { expression, returnByValue: true })).result.value;
      await page.goto(address);
      await hydrated(page);
      // A document that is loaded again does not have this.
      const place = await evaluate("window.isKept = true; scrollTo(0, 200); Math.round(scrollY)");
      await devtools.send("Page.navigate", { url: `${baseURL}/api/docs/` });
      await expect.poll(() => evaluate("location.pathname")).toBe("/api/docs/");
      await evaluate("history.back()");
      await expect.poll(() => evaluate("location.pathname")).toBe(address);
      expect(await evaluate("window.isKept"), `${address} ${JSON.stringify(reasons)}`).toBe(true);
      expect(await evaluate("Math.round(scrollY)"), address).toBe(place);
      await context.close();
    }
  } finally {
    await browser.close();
  }
});
