/** Browsers without JavaScript: every page explains what to do, and shows no loading state. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { languages } from "./site";
import { textsIn } from "./texts";
import { listedDoctor } from "./workers";

const pages = ["/", "/user/bookings", "/user/people", "/visit", "/doctor/today"];
/** They show doctors and free times all the same (server-pages.spec.ts). */
const bookingPages = ["/viewdoctors", "/doctors/:id"];

/** Its paragraphs, because Playwright finds no text in the <noscript> itself; where scripts run, it has none. */
const said = (page: Page) => page.locator("noscript p");

for (const language of languages) {
  const t = textsIn(language);

  test(`without scripts every page says in ${language} what to do`, async ({ browser, baseURL, request }) => {
    const doctor = await listedDoctor(request);
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
    await context.addCookies([{ name: "lang", value: language, url: baseURL ?? "" }]);
    const page = await context.newPage();
    for (const path of [...pages, ...bookingPages]) {
      const isForBooking = bookingPages.includes(path);
      await page.goto(path.replace(":id", doctor.id));
      const [title, text] = [said(page).first(), said(page).last()];
      await expect(title, path).toBeVisible();
      await expect(title, path).toHaveText(t(isForBooking ? "no_script_booking_title" : "no_script_title"));
      await expect(text, path).toHaveText(t(isForBooking ? "no_script_booking_text" : "no_script_text"));
      await expect(page.locator("noscript a").first(), path).toHaveAttribute(
        "href",
        isForBooking ? "/" : "/viewdoctors",
      );
      for (const waiting of await page.locator("[data-loading], .animate-pulse, .animate-spin").all())
        await expect(waiting, path).toBeHidden();
    }
    await context.close();
  });

  test(`with scripts nobody reads it in ${language}`, async ({ page }) => {
    await page.goto(`/viewdoctors?lang=${language}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(said(page)).toHaveCount(0);
  });
}
