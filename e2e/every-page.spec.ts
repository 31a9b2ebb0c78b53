import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { signInAsAdmin } from "./admins";
import { signInAsDoctor } from "./doctors";
import { expect, test } from "./fixtures";
import { signInAsUser } from "./people";
import { clientPages, hydrated, languages, publicPages } from "./site";
import { signInAsFacility } from "./workers";

async function expectSound(page: Page, path: string, language: string): Promise<void> {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`${path}?lang=${language}`);
  await hydrated(page);
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await expect(page.locator("h1")).toHaveCount(1);
  await expect(page).toHaveTitle(/Doc Care/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, "horizontal scrolling at 360 px").toBeLessThanOrEqual(0);
}

for (const language of languages) {
  for (const path of publicPages) {
    test(`${path} is sound in ${language}`, ({ page }) => expectSound(page, path, language));
  }
  for (const path of clientPages) {
    test(`${path} is sound in ${language}, signed in`, async ({ page }) => {
      if (path.startsWith("/user/")) await signInAsUser(page);
      else if (path.startsWith("/doctor/")) await signInAsDoctor(page, 36);
      else if (path.startsWith("/business/")) await signInAsFacility(page, "Hospital");
      else if (path.startsWith("/admin/")) await signInAsAdmin(page);
      await expectSound(page, path, language);
    });
  }
}

test.describe("in the dark", () => {
  test.use({ colorScheme: "dark" });
  for (const path of [
    "/",
    "/category",
    "/admin/login",
    "/login",
    "/registration",
    "/viewdoctors",
    "/forbusiness",
    "/doctorregister",
    "/medicines",
    "/blooddonate",
    "/bloodrequest",
    "/bloodfacts",
  ]) {
    test(`${path} keeps its contrast`, async ({ page }) => {
      await page.goto(path);
      await hydrated(page);
      await expectAccessible(page);
    });
  }
});
