/** Back shows at once what was there: the browser keeps the page (back-forward cache), and the app lets it. */
import { chromium as playwright } from "@playwright/test";
import { chromium, chromiumFlags } from "./chromium.mjs";
import { expect, test } from "./fixtures";
import { hydrated, phone } from "./site";
import { listedDoctor } from "./workers";

// Playwright turns the cache off; and a page that it routes or watches by scripts of its own is kept all the same.
const options = {
  executablePath: chromium,
  args: chromiumFlags,
  ignoreDefaultArgs: ["--disable-back-forward-cache"],
};

declare global {
  interface Window {
    isKept?: boolean;
  }
}

test("Back brings the page that was left, with its place, without a request", async ({ baseURL, request }) => {
  const doctor = await listedDoctor(request);
  const browser = await playwright.launch(options);
  try {
    const page = await (await browser.newContext({ baseURL, viewport: phone })).newPage();
    const pages = ["/viewdoctors?maxFee=1000", `/doctors/${doctor.id}`, "/medicines", "/", "/category"];
    for (const address of pages) {
      await page.goto(address);
      await hydrated(page);
      await page.evaluate(() => {
        window.isKept = true;
        window.scrollTo(0, 200);
      });
      const place = await page.evaluate(() => window.scrollY);
      // Another document, as by a link to another site.
      await page.goto("/api/docs/");
      await page.goBack({ waitUntil: "commit" });
      await expect.poll(() => page.evaluate(() => window.isKept), { message: address }).toBe(true);
      expect(await page.evaluate(() => window.scrollY), address).toBe(place);
      const reasons = await page.evaluate(
        () => (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).type,
      );
      expect(reasons, address).not.toBe("back_forward");
    }
  } finally {
    await browser.close();
  }
});
