import { randomInt } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { bookVisit, newPatient, signInAsNewDoctor } from "./clinic";
import { signInAsDoctor } from "./doctors";
import { expect, test } from "./fixtures";
import { hydrated, languages } from "./site";
import { textsIn } from "./texts";

const sizes = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
];

/** A patient whom no other journey and no earlier try has booked for. */
const newName = (first: string) => `${first} ${randomInt(1e9)}`;

const toasts = (page: Page) => page.getByRole("alertdialog");

/** The words of the doctor's pages in one language, and how to get at a booking by its patient's name. */
function pages(language: string) {
  const t = textsIn(language);
  const named = (key: string, name: string) => t(key, { name, when: "" });
  return {
    t,
    approve: (page: Page, name: string) =>
      page.getByRole("button", { name: named("clinic_approve_visit", name) }),
    reject: (page: Page, name: string) =>
      page.getByRole("button", { name: named("clinic_reject_visit", name) }),
    cancel: (page: Page, name: string) =>
      page.getByRole("button", { name: named("clinic_cancel_visit", name) }),
    press: (where: Locator | Page, key: string) =>
      where.getByRole("button", { name: t(key), exact: true }).click(),
    /** Opens a page of the doctor's area, and waits until the server would tell it of a booking. */
    async open(page: Page, path: string): Promise<void> {
      const stream = page.waitForResponse("**/user/api/doctor/events/**");
      await page.goto(path);
      await hydrated(page);
      await stream;
    },
    /** Answers the open question, and expects the server's message. */
    async answer(page: Page, key: string): Promise<void> {
      const told = page.waitForResponse(/\/doctor\/appointment\/(approve|reject|cancel)\//);
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t(key), exact: true })
        .click();
      const { message } = await (await told).json();
      await expect(toasts(page).filter({ hasText: message })).toBeVisible();
      await expect(page.getByRole("dialog")).toBeHidden();
    },
  };
}

/** Low numbers: the lists of doctors that other journeys book from begin with the high ones. */
let doctorNumber = 2;

for (const language of languages) {
  const { t, approve, reject, cancel, press, open, answer } = pages(language);

  for (const viewport of sizes) {
    const number = doctorNumber++;
    test.describe(`in ${language} at ${viewport.width} px`, () => {
      test.use({ viewport });

      test.beforeEach(async ({ context, baseURL }) => {
        await context.addCookies([{ name: "lang", value: language, url: baseURL }]);
      });

      test("a booking arrives by itself, is approved, and its patient sees so", async ({
        page,
        browser,
        baseURL,
      }) => {
        const name = newName("Kunjamma");
        const { id } = await signInAsDoctor(page, number);
        const patient = await newPatient(page.request);

        await open(page, "/doctor/homepage");
        await expect(page.locator("canvas")).toHaveCount(2);
        const pending = page
          .getByRole("term")
          .filter({ hasText: t("clinic_total_pending") })
          .locator("xpath=following-sibling::dd");
        await expect(pending).toHaveText(/^\d+$/);
        const before = Number(await pending.textContent());
        await page.evaluate(() => document.body.setAttribute("data-never-reloaded", ""));

        await bookVisit(page.request, id, patient, name);
        await expect(page.getByText(name)).toBeVisible();
        await expect(pending).toHaveText(String(before + 1));
        await expect(toasts(page).filter({ hasText: t("live_new_booking") })).toBeVisible();
        await expectAccessible(page);

        await page.getByRole("link", { name: t("clinic_see_all"), exact: true }).click();
        await expect(page).toHaveURL("/doctor/appointments");
        await approve(page, name).click();
        await expect(page.getByRole("dialog", { name: t("clinic_approve_title") })).toContainText(name);
        await press(page.getByRole("dialog"), "clinic_not_now");
        await expect(cancel(page, name)).toBeHidden();
        await approve(page, name).click();
        await answer(page, "clinic_approve");
        await expect(approve(page, name)).toBeHidden();
        await expect(cancel(page, name)).toBeVisible();
        await expect(page.locator("body[data-never-reloaded]")).toHaveCount(1);
        await expectAccessible(page);

        const theirs = await browser.newContext({ baseURL, viewport });
        await theirs.addCookies([{ name: "lang", value: language, url: baseURL }]);
        await theirs.addInitScript(
          ([userToken, userId]) => {
            window.localStorage.setItem("userToken", userToken);
            window.localStorage.setItem("userId", userId);
          },
          [patient.token, patient.id] as const,
        );
        const visits = await theirs.newPage();
        await visits.goto("/user/bookings");
        const visit = visits.getByRole("article").filter({ hasText: name });
        await expect(visit).toContainText(t("status_checked"));

        await cancel(page, name).click();
        await press(page.getByRole("dialog"), "booking_cancel_yes");
        await expect(page.getByRole("dialog")).toContainText(
          t("field_required", { label: t("clinic_reason") }),
        );
        await page.getByRole("textbox", { name: t("clinic_reason") }).fill("The clinic is flooded.");
        await expectAccessible(page);
        await answer(page, "booking_cancel_yes");
        await expect(cancel(page, name)).toBeHidden();
        await visits.reload();
        await expect(visit).toContainText(t("status_cancelled"));
        await theirs.close();
      });

      test("what was decided is in the list of before, and can be searched", async ({ page }) => {
        const [wanted, other] = [newName("Velayudhan"), newName("Pappachan")];
        const { id } = await signInAsDoctor(page, number + 10);
        const patient = await newPatient(page.request);
        await bookVisit(page.request, id, patient, wanted);
        await bookVisit(page.request, id, patient, other);

        await open(page, "/doctor/appointments");
        await page.getByRole("searchbox", { name: t("clinic_search") }).fill(wanted);
        await expect(approve(page, other)).toBeHidden();
        await expect(page).toHaveURL(/\?q=Velayudhan/);
        await reject(page, wanted).click();
        await page.getByRole("textbox", { name: t("clinic_reason_optional") }).fill("I am away.");
        await answer(page, "clinic_reject");
        await expect(reject(page, wanted)).toBeHidden();

        await page.goto("/doctor/previousappointment");
        await hydrated(page);
        const table = page.getByRole("table");
        await expect(table).toContainText(t("status_rejected"));
        await page.getByRole("searchbox", { name: t("clinic_search") }).fill(wanted);
        await expect(table.locator("tbody tr")).toHaveCount(1);
        await expect(table).toContainText(wanted);
        await expect(table).toContainText(t("status_rejected"));
        await expectAccessible(page);
        await page.getByRole("searchbox", { name: t("clinic_search") }).fill("zzzz");
        await expect(page.getByRole("heading", { name: t("clinic_no_match_title") })).toBeVisible();
        await page
          .getByRole("main")
          .getByRole("button", { name: t("find_clear"), exact: true })
          .last()
          .click();
        await expect(table).toBeVisible();
      });

      test("a new doctor finds empty lists that say so", async ({ page }) => {
        await signInAsNewDoctor(page);
        await open(page, "/doctor/homepage");
        await expect(page.getByRole("heading", { name: t("clinic_none_title") })).toBeVisible();
        await expect(page.getByRole("definition")).toHaveText(["0", "0", "0", "0"]);
        await page.goto("/doctor/appointments");
        await expect(page.getByRole("heading", { name: t("clinic_none_title") })).toBeVisible();
        await expect(page.getByRole("heading", { name: t("clinic_visits_none_title") })).toBeVisible();
        await expectAccessible(page);
        await page.goto("/doctor/previousappointment");
        await expect(page.getByRole("heading", { name: t("clinic_previous_none_title") })).toBeVisible();
        await page.getByRole("link", { name: t("clinic_to_requests"), exact: true }).click();
        await expect(page).toHaveURL("/doctor/appointments");
      });
    });
  }
}

test.describe("two tabs", () => {
  const { t, approve, reject, cancel, open, answer } = pages("en");
  test.use({ expectedComplaints: [/status of 409/] });

  for (const [first, second, number] of [
    ["approve", "reject", 20],
    ["reject", "approve", 21],
  ] as const) {
    test(`that ${first} and ${second} the same request: one wins, the other shows the truth`, async ({
      page,
      context,
    }) => {
      const name = newName("Pathrose");
      const { id } = await signInAsDoctor(page, number);
      await bookVisit(page.request, id, await newPatient(page.request), name);
      await open(page, "/doctor/appointments");
      const faster = await context.newPage();
      await open(faster, "/doctor/appointments");

      const buttons = { approve, reject };
      const yes = { approve: "clinic_approve", reject: "clinic_reject" };
      await buttons[second](page, name).click();
      await buttons[first](faster, name).click();
      await answer(faster, yes[first]);

      const refused = page.waitForResponse(`**/doctor/appointment/${second}/**`);
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t(yes[second]), exact: true })
        .click();
      const { code, message } = await (await refused).json();
      expect(code).toBe("not_changeable");
      await expect(toasts(page).filter({ hasText: message })).toBeVisible();
      await expect(approve(page, name)).toBeHidden();
      await expect(cancel(page, name)).toBeVisible({ visible: first === "approve" });
      await expect(cancel(faster, name)).toBeVisible({ visible: first === "approve" });
    });
  }
});

test("a day is printed without the page around it", async ({ page }) => {
  const { t, approve, answer, open } = pages("en");
  const name = newName("Saraswathi");
  const { id } = await signInAsDoctor(page, 22);
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await bookVisit(page.request, id, await newPatient(page.request), name);
  await open(page, "/doctor/appointments");
  await approve(page, name).click();
  await answer(page, "clinic_approve");
  await page
    .getByRole("button", { name: t("clinic_print"), exact: true })
    .last()
    .click();
  await expect(page.locator("body[data-printed]")).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/\d{4}$/);
  await expect(page.getByRole("cell", { name, exact: true })).toBeVisible();
  await expect(page.getByText(/^Dr\. /)).toBeVisible();
  await expect(page.getByRole("navigation")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("appointments"));
});

test.describe("in the dark", () => {
  test.use({ colorScheme: "dark" });
  for (const path of ["/doctor/homepage", "/doctor/appointments", "/doctor/previousappointment"]) {
    test(`${path} keeps its contrast`, async ({ page }) => {
      await signInAsDoctor(page, 23);
      await page.goto(path);
      await hydrated(page);
      await expect(page.getByRole("status")).toHaveCount(0);
      await expectAccessible(page);
    });
  }
});
