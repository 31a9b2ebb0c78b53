import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { daysAhead, demoDoctor, freeTimes } from "./doctors";
import { expect, test } from "./fixtures";
import { registered, signInAsUser } from "./people";
import { hydrated, languages } from "./site";
import { textsIn } from "./texts";
import { approvedFacility, newFacility } from "./workers";

const sizes = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
];

const toast = (page: Page) => page.getByRole("alertdialog").last();

let doctorNumber = 30;

for (const language of languages) {
  const t = textsIn(language);
  const panel = (page: Page) => page.getByRole("dialog", { name: t("schedule_title"), exact: true });
  const book = (page: Page) =>
    page.getByRole("button", { name: t("book_clinic_visit"), exact: true }).filter({ visible: true });
  const week = (page: Page): Locator =>
    page
      .getByRole("list")
      .filter({ has: page.getByRole("button", { name: /,/ }) })
      .getByRole("button");

  for (const viewport of sizes) {
    const number = doctorNumber++;
    test.describe(`in ${language} at ${viewport.width} px`, () => {
      test.use({ viewport });

      test.beforeEach(async ({ context, baseURL }) => {
        await context.addCookies([{ name: "lang", value: language, url: baseURL }]);
      });

      test("a doctor's page tells everything and leads to the confirmation", async ({ page, request }) => {
        const doctor = await demoDoctor(request, number);
        const name = t("doctor_name", { name: doctor.full_Name });
        await signInAsUser(page);
        await page.goto(
          `/viewdoctors?${new URLSearchParams({ district: doctor.district, value: doctor.specialization })}`,
        );
        await hydrated(page);
        await page.getByRole("link", { name, exact: true }).first().click();
        await expect(page).toHaveURL(/\/doctors\/[\w-]+$/);
        const id = page.url().split("/").at(-1) ?? "";
        await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
        await expect(page).toHaveTitle(new RegExp(`^${name}.*Doc Care$`));
        for (const text of [t("no_booking_fees"), "₹", t("doctor_hours"), t("doctor_days_off")]) {
          await expect(page.getByRole("main")).toContainText(text);
        }
        await expect(page.getByRole("link", { name: t("booking_directions") })).toHaveAttribute(
          "href",
          /^https:\/\/www\.google\.com\/maps\/search\//,
        );

        const days = await daysAhead(request, id);
        await expect(week(page)).toHaveCount(7);
        for (const [place, { free }] of days.entries()) {
          const tile = week(page).nth(place);
          await expect(tile).toContainText(
            free > 0 ? t("slot_free", { count: String(free) }) : t("slot_full"),
          );
          await expect(tile).toBeEnabled({ enabled: free > 0 });
        }
        await expectAccessible(page);

        const place = days.findLastIndex(({ free }) => free > 0);
        await week(page).nth(place).click();
        await expect(page).toHaveURL(/\?book=1$/);
        await expect(
          panel(page)
            .getByRole("group", { name: t("schedule_day") })
            .getByRole("radio")
            .nth(place),
        ).toBeChecked();
        const times = panel(page).getByRole("group", { name: t("schedule_time") });
        const free = await freeTimes(request, id, days[place]?.day ?? "");
        await expect(times.getByRole("radio")).toHaveCount(free.length);
        await times.getByRole("radio").first().check();
        await panel(page)
          .getByRole("button", { name: t("schedule_proceed"), exact: true })
          .click();
        await expect(page).toHaveURL("/doctor/appointment");
        await expect(page.getByRole("main")).toContainText(name);
        await expect(page.getByLabel(t("patient_name"), { exact: true })).toBeVisible();

        await page.getByRole("link", { name: t("confirm_change"), exact: true }).click();
        await expect(page).toHaveURL(/\/doctors\/[\w-]+\?book=1$/);
        await expect(panel(page)).toContainText(name);
      });

      test("whoever is not signed in comes back to the doctor's page with the panel open", async ({
        page,
        request,
      }) => {
        const doctor = await demoDoctor(request, number);
        const person = await registered(request);
        await page.goto(`/doctors/${doctor._id}`);
        await book(page).click();
        await expect(page).toHaveURL("/login");
        await expect(toast(page)).toContainText(t("please_sign_in"));
        await page.getByLabel(t("login_name"), { exact: true }).fill(person.email);
        await page.getByLabel(t("password"), { exact: true }).fill(person.password);
        await page.getByRole("button", { name: t("login_button"), exact: true }).click();
        await expect(page).toHaveURL(`/doctors/${doctor._id}?book=1`);
        await expect(panel(page)).toContainText(t("doctor_name", { name: doctor.full_Name }));
        await panel(page)
          .getByRole("button", { name: t("schedule_cancel"), exact: true })
          .click();
        await expect(page).toHaveURL(`/doctors/${doctor._id}`);
      });

      test("medicines are found by district", async ({ page, request }) => {
        const facility = newFacility();
        await approvedFacility(request, "Pharmacy", facility);
        const answer = await request.get("/user/api/pharmacies", { params: { district: "Ernakulam" } });
        const { total } = await answer.json();
        await page.goto("/medicines");
        await hydrated(page);
        await page.getByRole("combobox", { name: t("find_district") }).fill("Cochin");
        await page.getByRole("combobox", { name: t("find_district") }).press("Enter");
        await expect(page).toHaveURL("/medicines?district=Ernakulam");
        await expect(
          page.getByRole("heading", {
            name: total === 1 ? t("medicines_count_one") : t("medicines_count", { count: String(total) }),
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

        await page.goto("/medicines?district=Wayanad");
        await hydrated(page);
        await expect(page.getByRole("combobox", { name: t("find_district") })).not.toHaveValue("");
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

test.describe("an unknown doctor", () => {
  test.use({ expectedComplaints: [/status of 404/] });
  test("is said to be one", async ({ page }) => {
    await page.goto("/doctors/nobody");
    await expect(page.getByRole("heading", { level: 1, name: "This doctor is not listed" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Find doctors" }).click();
    await expect(page).toHaveURL("/viewdoctors");
  });
});

test.describe("in the dark", () => {
  test.use({ colorScheme: "dark" });
  test("a doctor's page and the pharmacies keep their contrast", async ({ page, request }) => {
    const { _id } = await demoDoctor(request, doctorNumber);
    await page.goto(`/doctors/${_id}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await page.goto("/medicines");
    await hydrated(page);
    await expectAccessible(page);
  });
});

test("a doctor's page can be shared", async ({ page, request, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { _id } = await demoDoctor(request, doctorNumber);
  await page.goto(`/doctors/${_id}`);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(toast(page)).toContainText("The link is copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/doctors/${_id}`);
});
