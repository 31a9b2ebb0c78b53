import type { Page } from "@playwright/test";
import { expectAccessible, expectContrastInTheDark } from "./accessible";
import { freeTimes } from "./clinic";
import { expect, expectMessage, test } from "./fixtures";
import { registered, signInAsUser } from "./people";
import { devices, hold, hydrated, languages, weekTiles } from "./site";
import { textsIn } from "./texts";
import { listedDoctor, listedFacility, newFacility } from "./workers";

/** The texts of the page in one language, and its elements. */
function pages(language: string) {
  const t = textsIn(language);
  const panel = (page: Page) => page.getByRole("dialog", { name: t("schedule_title"), exact: true });
  return { t, panel, week: weekTiles };
}

for (const { language, viewport } of devices) {
  const { t, panel, week } = pages(language);

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test("a doctor's page shows all data and leads to the confirmation", async ({ page, request }) => {
      const [doctor] = await Promise.all([listedDoctor(request), signInAsUser(page)]);
      const name = t("doctor_name", { name: doctor.name });
      await page.goto(`/viewdoctors?${new URLSearchParams({ q: doctor.name })}`);
      await hydrated(page);
      const answer = page.waitForResponse("**/availability?days=7");
      await page.getByRole("link", { name, exact: true }).first().click();
      await expect(page).toHaveURL(`/doctors/${doctor.id}`);
      await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(`^${name}.*Doc Care$`));
      for (const text of [t("doctor_no_booking_fees"), "₹", t("doctor_hours"), t("schedule_days_off")]) {
        await expect(page.getByRole("main")).toContainText(text);
      }
      await expect(page.getByRole("link", { name: t("booking_directions") })).toHaveAttribute(
        "href",
        /^https:\/\/www\.google\.com\/maps\/search\//,
      );

      const days: { day: string; free: number }[] = (await (await answer).json()).data;
      // Today may have no slots left.
      const said = ({ free }: { free: number }) =>
        free > 0 ? t("slot_free", { count: String(free) }) : t("why_past_short");
      await expect(week(page)).toContainText(days.map(said));
      await expectAccessible(page);
      await expectContrastInTheDark(page);

      await week(page).nth(6).click();
      await expect(page).toHaveURL(/\?book=1$/);
      await expect(
        panel(page)
          .getByRole("group", { name: t("slot_choose_day") })
          .getByRole("radio")
          .nth(6),
      ).toBeChecked();
      const times = panel(page)
        .getByRole("group", { name: t("slot_choose_time") })
        .getByRole("radio");
      await expect(times).toHaveCount((await freeTimes(request, doctor.id, days[6]?.day ?? "")).length);
      await times.first().check();
      await panel(page)
        .getByRole("button", { name: t("slot_proceed"), exact: true })
        .click();
      await expect(page).toHaveURL("/doctor/appointment");
      await expect(page.getByRole("main")).toContainText(name);
      await expect(page.getByLabel(t("confirm_patient_name"), { exact: true })).toBeVisible();

      await page.getByRole("link", { name: t("confirm_change"), exact: true }).click();
      await expect(page).toHaveURL(`/doctors/${doctor.id}?book=1`);
      await expect(panel(page)).toContainText(name);
    });

    test("medicines are found by district", async ({ page, request }) => {
      const facility = newFacility("Palakkad");
      await listedFacility(request, "Pharmacy", facility);
      await page.goto("/medicines");
      await hydrated(page);
      const district = page.getByRole("combobox", { name: t("field_district") });
      const answer = page.waitForResponse(/\/pharmacies\?.*district=Palakkad/);
      await district.fill("Palghat");
      await district.press("Enter");
      await expect(page).toHaveURL("/medicines?district=Palakkad");
      const { total } = await (await answer).json();
      await expect(
        page.getByRole("heading", {
          name: t("medicines_count", { count: String(total) }),
        }),
      ).toBeVisible();
      const card = page.getByRole("article", { name: facility.Hospital_name, exact: true });
      await expect(card).toContainText("MG Road, Kochi");
      await expect(card.getByRole("link", { name: facility.Phone_Number })).toHaveAttribute(
        "href",
        `tel:+91${facility.Phone_Number}`,
      );
      await expect(card.getByRole("link", { name: t("booking_directions") })).toHaveAttribute(
        "href",
        /^https:\/\/www\.google\.com\/maps\/search\//,
      );
      await expectAccessible(page);

      // The district is restored from the last search.
      await page.goto("/medicines");
      await expect(page).toHaveURL("/medicines?district=Palakkad");
      await hydrated(page);
      const name = page.getByRole("searchbox", { name: t("medicines_name") });
      await name.fill(facility.Hospital_name);
      await name.press("Enter");
      await expect(page).toHaveURL(/&q=/);
      await expect(card).toBeVisible();
      await expect(page.getByRole("article")).toHaveCount(1);
      await name.fill(`${facility.Hospital_name} nowhere`);
      await name.press("Enter");
      await expect(page.getByRole("heading", { name: t("medicines_no_match") })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: t("find_clear") }).click();
      await expect(page).toHaveURL("/medicines");

      await page.goto("/medicines?district=Wayanad");
      await hydrated(page);
      await expect(district).not.toHaveValue("");
      await expect(
        page
          .getByRole("article")
          .or(page.getByRole("heading", { level: 2 }))
          .first(),
      ).toBeVisible();
      await expect(card).toBeHidden();
    });
  });
}

for (const language of languages) {
  const { t } = pages(language);

  test(`a district without a pharmacy leads on, in ${language}`, async ({ page }) => {
    await page.goto(`/medicines?district=Chennai&lang=${language}`);
    await hydrated(page);
    await expect(page.getByRole("heading", { name: t("medicines_empty") })).toBeVisible();
    await expect(page.getByRole("link", { name: t("medicines_register") })).toHaveAttribute(
      "href",
      "/hospitalregister?category=Pharmacy",
    );
    await expectAccessible(page);
    await page.getByRole("button", { name: t("medicines_everywhere") }).click();
    await expect(page).not.toHaveURL(/district/);
  });
}

const { t, panel } = pages("en");

test("after the login a visitor returns to the doctor's page with the panel open", async ({
  page,
  request,
}) => {
  const [doctor, person] = await Promise.all([listedDoctor(request), registered(request)]);
  // A press before the scripts are loaded takes effect once they are.
  const release = await hold(page);
  await page.goto(`/doctors/${doctor.id}`);
  await page
    .getByRole("button", { name: t("doctor_book_visit"), exact: true })
    .filter({ visible: true })
    .click();
  release();
  await expect(page).toHaveURL("/login");
  await expectMessage(page, t("login_required"));
  await page.getByLabel(t("login_name"), { exact: true }).fill(person.email);
  await page.getByLabel(t("field_password"), { exact: true }).fill(person.password);
  await page.getByRole("button", { name: t("login_button"), exact: true }).click();
  await expect(page).toHaveURL(`/doctors/${doctor.id}?book=1`);
  await expect(panel(page)).toContainText(t("doctor_name", { name: doctor.name }));
  await panel(page)
    .getByRole("button", { name: t("slot_cancel"), exact: true })
    .click();
  await expect(page).toHaveURL(`/doctors/${doctor.id}`);
});

for (const language of languages) {
  const { t, week } = pages(language);

  test(`a doctor's page renders before the scripts and requests no doctor data, in ${language}`, async ({
    page,
    request,
  }) => {
    const doctor = await listedDoctor(request);
    const asked: string[] = [];
    page.on("request", (call) => {
      if (call.url().includes("/user/api/doctor/")) asked.push(call.url());
    });
    const release = await hold(page);
    await page.goto(`/doctors/${doctor.id}?lang=${language}`);
    const name = t("doctor_name", { name: doctor.name });
    await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
    await expect(page.getByRole("main")).toContainText("₹");
    release();
    await expect(week(page)).toHaveCount(7);
    await expect(page.getByRole("main")).toContainText(t("doctor_hours"));
    expect(asked).toEqual([]);
  });
}

test.describe("an unknown doctor", () => {
  test.use({ expectedComplaints: [/status of 404/] });
  test("gets a page that says so", async ({ page }) => {
    await page.goto("/doctors/nobody");
    await expect(page.getByRole("heading", { level: 1, name: "This doctor is not listed" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Find doctors" }).click();
    await expect(page).toHaveURL("/viewdoctors");
  });
});

test("a doctor's page can be shared", async ({ page, request, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await listedDoctor(request);
  await page.goto(`/doctors/${id}`);
  await hydrated(page);
  // Only a visible page may write to the clipboard.
  await page.bringToFront();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expectMessage(page, "Link copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/doctors/${id}`);
});
