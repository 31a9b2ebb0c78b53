import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible, expectContrastInTheDark, expectToFit } from "./accessible";
import { signInAsAdmin } from "./admins";
import { bookVisit, decide } from "./clinic";
import { expect, test } from "./fixtures";
import { newUser, signInAsUser } from "./people";
import { clientPages, desk, devices, hydrated, publicPages, smallest } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, signInAsDoctor, signInAsFacility, signInAtDesk, staffOf } from "./workers";

async function expectSound(page: Page, path: string, language: string): Promise<void> {
  const size = page.viewportSize() ?? desk;
  await page.setViewportSize(smallest);
  await page.goto(`${path}?lang=${language}`);
  await hydrated(page);
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await expect(page.locator("h1")).toHaveCount(1);
  await expect(page).toHaveTitle(/Doc Care/);
  await expect(page.getByRole("status").filter({ hasText: textsIn(language)("status_loading") })).toHaveCount(
    0,
  );
  await expectToFit(page);
  await page.setViewportSize(size);
  await expectAccessible(page);
  // Colours are the same in every language.
  if (language === "en") await expectContrastInTheDark(page);
}

/** A doctor with an assistant, and a patient with visits of every kind there. These tests do not change them. */
async function makePractice(request: APIRequestContext) {
  const [doctor, user] = await Promise.all([approvedDoctor(request), newUser(request)]);
  await bookVisit(request, doctor.id, { user });
  await decide(request, doctor, "approve", await bookVisit(request, doctor.id, { user }));
  await decide(request, doctor, "reject", await bookVisit(request, doctor.id, { user }));
  return { doctor, user, assistant: await staffOf(request, doctor) };
}

let practice: ReturnType<typeof makePractice> | undefined;

async function signInFor(page: Page, path: string): Promise<void> {
  practice ??= makePractice(page.request);
  if (path.startsWith("/user/")) await signInAsUser(page, (await practice).user);
  else if (path.startsWith("/doctor/")) await signInAsDoctor(page, (await practice).doctor);
  else if (path.startsWith("/business/")) await signInAsFacility(page, "Hospital");
  else if (path.startsWith("/desk/")) await signInAtDesk(page, (await practice).assistant);
  else if (path.startsWith("/admin/")) await signInAsAdmin(page);
}

for (const { language, viewport } of devices) {
  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport });
    for (const path of publicPages) {
      test(`${path} is sound`, ({ page }) => expectSound(page, path, language));
    }
    for (const path of clientPages) {
      test(`${path} is sound, signed in`, async ({ page }) => {
        await signInFor(page, path);
        await expectSound(page, path, language);
      });
    }
  });
}
