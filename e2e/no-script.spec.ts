/** Browsers that run no scripts: every page says what to do, and nothing seems to be on its way. */
import { expect, test } from "./fixtures";
import { languages } from "./site";
import { textsIn } from "./texts";
import { listedDoctor } from "./workers";

const pages = [
  "/",
  "/viewdoctors",
  "/medicines",
  "/doctors/:id",
  "/user/bookings",
  "/user/people",
  "/visit",
  "/doctor/today",
];

for (const language of languages) {
  const t = textsIn(language);

  test(`without scripts every page says in ${language} what to do`, async ({ browser, baseURL, request }) => {
    const doctor = await listedDoctor(request);
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
    await context.addCookies([{ name: "lang", value: language, url: baseURL ?? "" }]);
    const page = await context.newPage();
    for (const path of pages) {
      await page.goto(path.replace(":id", doctor.id));
      await expect(page.getByText(t("no_script_title")), path).toBeVisible();
      await expect(page.getByText(t("no_script_text")), path).toBeVisible();
      for (const waiting of await page.locator("[data-loading], .animate-pulse, .animate-spin").all())
        await expect(waiting, path).toBeHidden();
    }
    await context.close();
  });

  test(`with scripts nobody reads it in ${language}`, async ({ page }) => {
    await page.goto(`/viewdoctors?lang=${language}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(t("no_script_title"))).toHaveCount(0);
  });
}
