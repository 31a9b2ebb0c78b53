import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { bookVisit, decide } from "./clinic";
import { expect, expectMessage, test } from "./fixtures";
import { newUser, signInAsUser } from "./people";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";
import { signInAsDoctor } from "./workers";

/** The texts of the doctor's pages in one language, and locators of bookings by the patient's name. */
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
    /** Opens a page of the doctor's area, and waits until its event stream is open. */
    async open(page: Page, path: string): Promise<void> {
      const stream = page.waitForResponse("**/user/api/doctor/events/**");
      await page.goto(path);
      await hydrated(page);
      await stream;
    },
    /** Confirms the open dialog, and expects the server's message. */
    async answer(page: Page, key: string): Promise<void> {
      const told = page.waitForResponse(/\/doctor\/appointment\/(approve|reject|cancel)\//);
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t(key), exact: true })
        .click();
      await expectMessage(page, (await (await told).json()).message);
      await expect(page.getByRole("dialog")).toBeHidden();
    },
  };
}

for (const { language, viewport } of devices) {
  const { t, approve, reject, cancel, press, open, answer } = pages(language);

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test("a booking arrives by itself, is approved, and its patient sees so", async ({
      page,
      request,
      context,
    }) => {
      const [{ id }, user] = await Promise.all([signInAsDoctor(page), newUser(request)]);
      await bookVisit(request, id, { user });
      await open(page, "/doctor/homepage");
      await expect(page.locator("canvas")).toHaveCount(2);
      const pending = page
        .getByRole("term")
        .filter({ hasText: t("clinic_total_pending") })
        .locator("xpath=following-sibling::dd");
      await expect(pending).toHaveText("1");
      await page.evaluate(() => document.body.setAttribute("data-never-reloaded", ""));

      const { name } = await bookVisit(request, id, { user });
      await expect(page.getByText(name)).toBeVisible();
      await expect(pending).toHaveText("2");
      await expectMessage(page, t("clinic_new_request"));
      await expectAccessible(page);

      await page.getByRole("link", { name: t("clinic_all_requests"), exact: true }).click();
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

      const visits = await context.newPage();
      await signInAsUser(visits, user);
      await visits.goto("/user/bookings");
      const visit = visits.getByRole("article").filter({ hasText: name });
      await expect(visit).toContainText(t("booking_state_confirmed"));

      await cancel(page, name).click();
      await press(page.getByRole("dialog"), "booking_cancel_yes");
      await expect(page.getByRole("dialog")).toContainText(
        t("form_field_required", { label: t("clinic_reason") }),
      );
      await page.getByRole("textbox", { name: t("clinic_reason") }).fill("The clinic is flooded.");
      await expectAccessible(page);
      await answer(page, "booking_cancel_yes");
      await expect(cancel(page, name)).toBeHidden();
      await visits.reload();
      await expect(visit).toContainText(t("status_cancelled"));
    });

    test("what was decided is in the list of before, and can be searched", async ({ page, request }) => {
      const [doctor, user] = await Promise.all([signInAsDoctor(page), newUser(request)]);
      const wanted = await bookVisit(request, doctor.id, { user });
      const other = await bookVisit(request, doctor.id, { user });

      await open(page, "/doctor/appointments");
      await expect(approve(page, other.name)).toBeVisible();
      await page.getByRole("searchbox", { name: t("clinic_search") }).fill(wanted.name);
      await expect(approve(page, other.name)).toBeHidden();
      await expect(page).toHaveURL(/#q=/);
      await reject(page, wanted.name).click();
      await page.getByRole("textbox", { name: t("clinic_reason_optional") }).fill("I am away.");
      await answer(page, "clinic_reject");
      await expect(reject(page, wanted.name)).toBeHidden();
      await decide(request, doctor, "reject", other);

      await page.goto("/doctor/previousappointment");
      const [rows, table] = [page.getByRole("table").locator("tbody tr"), page.getByRole("table")];
      await expect(rows).toHaveCount(2);
      await page.getByRole("searchbox", { name: t("clinic_search") }).fill(wanted.name);
      await expect(rows).toHaveCount(1);
      await expect(table).toContainText(wanted.name);
      await expect(table).toContainText(t("status_rejected"));
      await expectAccessible(page);
      await page.getByRole("searchbox", { name: t("clinic_search") }).fill("zzzz");
      await expect(page.getByRole("heading", { name: t("clinic_no_match_title") })).toBeVisible();
      await page
        .getByRole("main")
        .getByRole("button", { name: t("find_clear"), exact: true })
        .last()
        .click();
      await expect(rows).toHaveCount(2);
    });

    test("a new doctor finds empty lists that say so", async ({ page }) => {
      await signInAsDoctor(page);
      await page.goto("/doctor/homepage");
      await expect(page.getByRole("heading", { name: t("clinic_none_title") })).toBeVisible();
      await expect(page.getByRole("definition")).toHaveText(["0", "0", "0", "0", "0"]);
      await page.goto("/doctor/previousappointment");
      await expect(page.getByRole("heading", { name: t("clinic_previous_none_title") })).toBeVisible();
      await page.getByRole("link", { name: t("clinic_new_requests_link"), exact: true }).click();
      await expect(page).toHaveURL("/doctor/appointments");
      await expect(page.getByRole("heading", { name: t("clinic_none_title") })).toBeVisible();
      await expect(page.getByRole("heading", { name: t("clinic_visits_none_title") })).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test.describe("two tabs", () => {
  const { t, approve, reject, cancel, open, answer } = pages("en");
  test.use({ expectedComplaints: [/status of 409/] });

  for (const [first, second] of [
    ["approve", "reject"],
    ["reject", "approve"],
  ] as const) {
    test(`that ${first} and ${second} the same request: one wins, the other shows the truth`, async ({
      page,
      request,
      context,
    }) => {
      const { id } = await signInAsDoctor(page);
      const { name } = await bookVisit(request, id);
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
      await expectMessage(page, message);
      await expect(approve(page, name)).toBeHidden();
      await expect(cancel(page, name)).toBeVisible({ visible: first === "approve" });
      await expect(cancel(faster, name)).toBeVisible({ visible: first === "approve" });
    });
  }
});

test("a day is printed without the page around it", async ({ page, request }) => {
  const { t } = pages("en");
  const doctor = await signInAsDoctor(page);
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  const visit = await bookVisit(request, doctor.id);
  await decide(request, doctor, "approve", visit);
  await page.goto("/doctor/appointments");
  await page
    .getByRole("button", { name: t("action_print"), exact: true })
    .last()
    .click();
  await expect(page.locator("body[data-printed]")).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/\d{4}$/);
  await expect(page.getByRole("cell", { name: visit.name, exact: true })).toBeVisible();
  await expect(page.getByText(/^Dr\. /)).toBeVisible();
  await expect(page.getByRole("navigation")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("nav_appointments"));
});
