import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { type Doctor, demoDoctor, findDoctors } from "./doctors";
import { expect, test } from "./fixtures";
import { registered, signInAsUser } from "./people";
import { hydrated, languages } from "./site";
import { textsIn } from "./texts";

const sizes = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
];

const toast = (page: Page) => page.getByRole("alertdialog").last();

/** The address of the list that holds the doctor. */
function listOf({ district, specialization }: Doctor): string {
  return `/viewdoctors?${new URLSearchParams({ district, value: specialization })}`;
}

/** The words of the pages in one language, and the steps of booking with them. */
function pages(language: string) {
  const t = textsIn(language);

  function cardOf(page: Page, doctor: Doctor): Locator {
    return page
      .getByRole("article", { name: t("doctor_name", { name: doctor.full_Name }), exact: true })
      .first();
  }

  function panel(page: Page): Locator {
    return page.getByRole("dialog", { name: t("schedule_title"), exact: true });
  }

  async function openPanel(page: Page, doctor: Doctor): Promise<Locator> {
    await page.goto(listOf(doctor));
    await hydrated(page);
    await cardOf(page, doctor)
      .getByRole("button", { name: t("book_clinic_visit"), exact: true })
      .click();
    return panel(page);
  }

  /** Chooses a day and a time by their places, and tells what the time is called. */
  async function choose(dialog: Locator, day: number, time: number): Promise<string> {
    await dialog
      .getByRole("group", { name: t("schedule_day") })
      .getByRole("radio")
      .nth(day)
      .check();
    const slot = dialog
      .getByRole("group", { name: t("schedule_time") })
      .getByRole("radio")
      .nth(time);
    await slot.check();
    return (await slot.getAttribute("aria-label"))?.split(",")[0] ?? "";
  }

  const press = (where: Locator | Page, key: string) =>
    where.getByRole("button", { name: t(key), exact: true }).click();

  async function confirm(page: Page, doctor: Doctor, day: number, time: number): Promise<string> {
    const dialog = await openPanel(page, doctor);
    const chosen = await choose(dialog, day, time);
    await press(dialog, "schedule_proceed");
    await expect(page).toHaveURL("/doctor/appointment");
    await expect(page.getByLabel(t("patient_name"), { exact: true })).toBeVisible();
    return chosen;
  }

  async function book(page: Page, doctor: Doctor, day: number, time: number): Promise<string> {
    const chosen = await confirm(page, doctor, day, time);
    await press(page, "patient_submit");
    await expect(page).toHaveURL("/category");
    return chosen;
  }

  return { t, cardOf, panel, openPanel, choose, press, confirm, book };
}

let doctorNumber = 0;

for (const language of languages) {
  const { t, cardOf, panel, choose, press } = pages(language);

  for (const viewport of sizes) {
    const number = doctorNumber++;
    test.describe(`in ${language} at ${viewport.width} px`, () => {
      test.use({ viewport });

      test.beforeEach(async ({ context, baseURL }) => {
        await context.addCookies([{ name: "lang", value: language, url: baseURL }]);
      });

      test("a patient finds a doctor, books, moves the visit and cancels it", async ({ page, request }) => {
        const doctor = await demoDoctor(request, number);
        const { district, specialization } = doctor;
        const { total } = await findDoctors(request, { district, specialization });
        const person = await signInAsUser(page);

        await page.goto("/viewdoctors");
        await hydrated(page);
        await expect(page.getByRole("heading", { name: t("find_count_many") })).toBeVisible();
        await page.getByRole("combobox", { name: t("find_district") }).fill(district);
        await expect(page.getByRole("listbox", { name: t("find_district") }).getByRole("option")).toHaveCount(
          1,
        );
        await page.getByRole("combobox", { name: t("find_district") }).press("Enter");
        await page.getByLabel(t("find_speciality"), { exact: true }).selectOption(specialization);
        await expect(page).toHaveURL(listOf(doctor));
        await expect(
          page.getByRole("heading", {
            name: total === 1 ? t("find_count_one") : t("find_count_some", { count: String(total) }),
            exact: true,
          }),
        ).toBeVisible();
        const card = cardOf(page, doctor);
        await expect(card).toContainText(t("no_booking_fees"));
        await expect(card).toContainText("₹");

        await press(card, "book_clinic_visit");
        const dialog = panel(page);
        await expect(dialog.getByRole("group", { name: t("schedule_day") }).getByRole("radio")).toHaveCount(
          7,
        );
        await expect(dialog.getByRole("button", { name: t("schedule_proceed"), exact: true })).toBeDisabled();
        const time = await choose(dialog, 6, 0);
        await press(dialog, "schedule_proceed");

        await expect(page).toHaveURL("/doctor/appointment");
        await expect(page.getByRole("main")).toContainText(time);
        await expect(page.getByRole("main")).toContainText(t("doctor_name", { name: doctor.full_Name }));
        await expect(page.getByLabel(t("patient_name"), { exact: true })).toHaveValue(person.username);
        await expect(page.getByLabel(t("patient_phone"), { exact: true })).toHaveValue(person.phone_number);
        await page.getByLabel(t("patient_name"), { exact: true }).fill("Ammini Amma");
        const booked = page.waitForResponse("**/appointment/booking/**");
        await press(page, "patient_submit");
        await expect(toast(page)).toContainText((await (await booked).json()).message);
        await expect(page).toHaveURL("/category");

        await page.goto("/user/bookings");
        const visit = cardOf(page, doctor);
        for (const text of [time, "Ammini Amma", t("status_pending"), "₹"]) {
          await expect(visit).toContainText(text);
        }

        const file = page.waitForEvent("download");
        await press(visit, "booking_calendar");
        expect((await file).suggestedFilename()).toBe("appointment.ics");
        const directions = visit.getByRole("link", { name: t("booking_directions") });
        await expect(directions).toHaveAttribute("href", /^https:\/\/www\.google\.com\/maps\/search\//);

        await press(visit, "booking_reschedule");
        const picker = page.getByRole("dialog", { name: t("booking_reschedule_title"), exact: true });
        const later = await choose(picker, 5, 2);
        const moved = page.waitForResponse("**/appointment/reschedule/**");
        await press(picker, "booking_reschedule");
        await expect(toast(page)).toContainText((await (await moved).json()).message);
        await expect(picker).toBeHidden();
        await expect(visit).toContainText(later);

        await press(visit, "booking_cancel");
        const question = page.getByRole("dialog", { name: t("booking_cancel_title"), exact: true });
        await press(question, "booking_cancel_no");
        await expect(visit).toContainText(t("status_pending"));
        await press(visit, "booking_cancel");
        const cancelled = page.waitForResponse("**/appointment/cancel/**");
        await press(question, "booking_cancel_yes");
        await expect(toast(page)).toContainText((await (await cancelled).json()).message);
        await expect(visit).toContainText(t("status_cancelled"));
        await expect(visit.getByRole("button", { name: t("booking_reschedule"), exact: true })).toBeHidden();
      });

      test("whoever is not signed in comes back to the same filters and doctor", async ({
        page,
        request,
      }) => {
        const doctor = await demoDoctor(request, number);
        const person = await registered(request);
        await page.goto(listOf(doctor));
        await hydrated(page);
        await press(cardOf(page, doctor), "book_clinic_visit");
        await expect(page).toHaveURL("/login");
        await expect(toast(page)).toContainText(t("please_sign_in"));
        await page.getByLabel(t("login_name"), { exact: true }).fill(person.email);
        await page.getByLabel(t("password"), { exact: true }).fill(person.password);
        await press(page, "login_button");
        await expect(page).toHaveURL(`${listOf(doctor)}&doctor=${doctor._id}`);
        await expect(panel(page)).toContainText(t("doctor_name", { name: doctor.full_Name }));
        await press(panel(page), "schedule_cancel");
        await expect(page).toHaveURL(listOf(doctor));
        await expect(panel(page)).toBeHidden();
      });
    });
  }
}

test.describe("a race", () => {
  test.use({ expectedComplaints: [/status of 409/] });
  test("for one slot: the loser sees why, fresh slots, and what was typed", async ({
    page,
    browser,
    baseURL,
  }) => {
    const { t, panel, choose, press, confirm } = pages("en");
    const doctor = await demoDoctor(page.request, 10);
    const other = await browser.newContext({ baseURL });
    const rival = await other.newPage();
    await Promise.all([signInAsUser(page), signInAsUser(rival)]);
    const slot = await confirm(page, doctor, 4, 3);
    expect(await confirm(rival, doctor, 4, 3)).toBe(slot);
    await press(rival, "patient_submit");
    await expect(rival).toHaveURL("/category");
    await other.close();

    await page.getByLabel(t("patient_name")).fill("Kunju Muhammed");
    const refused = page.waitForResponse("**/appointment/booking/**");
    await press(page, "patient_submit");
    const { message, code } = await (await refused).json();
    expect(code).toBe("slot_taken");
    await expect(toast(page)).toContainText(`${t("booking_failed")} ${message}`);
    await expect(page).toHaveURL(`${listOf(doctor)}&doctor=${doctor._id}`);
    const dialog = panel(page);
    await expect(
      dialog
        .getByRole("group", { name: t("schedule_day") })
        .getByRole("radio")
        .nth(4),
    ).toBeChecked();
    await expect(dialog.getByRole("group", { name: t("schedule_time") })).toBeVisible();
    await expect(
      dialog.getByRole("radio", { name: t("slot_name", { time: slot }), exact: true }),
    ).toBeHidden();

    await choose(dialog, 4, 3);
    await press(dialog, "schedule_proceed");
    await expect(page.getByLabel(t("patient_name"))).toHaveValue("Kunju Muhammed");
    await press(page, "patient_submit");
    await expect(page).toHaveURL("/category");
  });

  test("on a visit: what can no longer be changed is shown as it is", async ({ page, browser, baseURL }) => {
    const { t, cardOf, press, book } = pages("en");
    const doctor = await demoDoctor(page.request, 11);
    await signInAsUser(page);
    await book(page, doctor, 3, 1);
    await page.goto("/user/bookings");
    const visit = cardOf(page, doctor);
    await press(visit, "booking_cancel");

    // The same user, on another device.
    const [token, id] = await page.evaluate(() => [
      window.localStorage.getItem("userToken"),
      window.localStorage.getItem("userId"),
    ]);
    const elsewhere = await browser.newContext({
      baseURL,
      extraHTTPHeaders: { Authorization: `Bearer ${token}` },
    });
    const own = await (await elsewhere.request.get(`/user/api/previous/booking/${id}`)).json();
    await elsewhere.request.patch(`/user/api/appointment/cancel/${own.data[0]._id}`);
    await elsewhere.close();

    const refused = page.waitForResponse("**/appointment/cancel/**");
    await press(page.getByRole("dialog"), "booking_cancel_yes");
    const { message, code } = await (await refused).json();
    expect(code).toBe("not_changeable");
    await expect(toast(page)).toContainText(message);
    await expect(visit).toContainText(t("status_cancelled"));
  });
});

test("a search that finds nobody leads on", async ({ page }) => {
  await page.goto("/viewdoctors?q=zzzz");
  await hydrated(page);
  await expect(page.getByRole("heading", { name: "0 doctors available" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No doctors found" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/viewdoctors");
  await expect(page.getByRole("article").nth(5)).toBeVisible();
});

test("more doctors appear as one scrolls, until all are there", async ({ page, request }) => {
  const { total } = await findDoctors(request, {});
  await page.goto("/viewdoctors");
  await hydrated(page);
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(async () => {
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(page.getByRole("article")).toHaveCount(total, { timeout: 500 });
  }).toPass();
  await expect(page.getByRole("button", { name: "Show more" })).toBeHidden();
});

for (const [typed, language, shown] of [
  ["Calicut", "en", "Kozhikode"],
  ["trivandrum", "en", "Thiruvananthapuram"],
  ["കോഴിക്കോട്", "en", "Kozhikode"],
  ["Calicut", "ml", "കോഴിക്കോട്"],
] as const) {
  test(`${typed} suggests ${shown} on a page in ${language}`, async ({ page }) => {
    const t = textsIn(language);
    await page.goto(`/viewdoctors?lang=${language}`);
    await hydrated(page);
    const field = page.getByRole("combobox", { name: t("find_district") });
    const suggestions = page.getByRole("listbox", { name: t("find_district") }).getByRole("option");
    await field.click();
    await expect(suggestions).toHaveCount(14);
    await field.fill(typed);
    await expect(suggestions).toHaveText([shown]);
    await suggestions.click();
    await expect(field).toHaveValue(shown);
    await expect(page).toHaveURL(/district=(Kozhikode|Thiruvananthapuram)/);
    await page.reload();
    await expect(field).toHaveValue(shown);
  });
}

test("the whole booking works with the keyboard alone", async ({ page, request }) => {
  const { t } = pages("en");
  const doctor = await demoDoctor(request, 12);
  await signInAsUser(page);
  await page.goto(`${listOf(doctor)}&q=${encodeURIComponent(doctor.full_Name)}`);
  await hydrated(page);

  async function tabTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let step = 0; step < 60; step++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("the Tab key does not lead there");
  }

  await tabTo(page.getByRole("button", { name: t("book_clinic_visit") }).first());
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const days = dialog.getByRole("group", { name: t("schedule_day") });
  await tabTo(days.locator(":checked"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const times = dialog.getByRole("group", { name: t("schedule_time") });
  await tabTo(times.getByRole("radio").first());
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await expect(times.getByRole("radio").nth(1)).toBeChecked();
  await tabTo(dialog.getByRole("button", { name: t("schedule_proceed") }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/doctor/appointment");
  await tabTo(page.getByLabel(t("patient_phone")));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/category");
});

test.describe("a phone abroad", () => {
  test.use({ timezoneId: "America/Los_Angeles" });
  test("shows India's days and times", async ({ page, request }) => {
    const { openPanel } = pages("en");
    const doctor = await demoDoctor(request, 13);
    await signInAsUser(page);
    const answer = page.waitForResponse("**/availability?days=7");
    const dialog = await openPanel(page, doctor);
    const { data } = await (await answer).json();
    const numbers = data.map(({ day }: { day: string }) => day.slice(8));
    const tiles = dialog.getByRole("group", { name: "Choose a day" }).locator("label");
    await expect(tiles).toHaveCount(7);
    for (const [place, number] of numbers.entries()) await expect(tiles.nth(place)).toContainText(number);
  });
});

let stateNumber = 20;

for (const language of languages) {
  for (const colorScheme of ["light", "dark"] as const) {
    const number = stateNumber++;
    test.describe(`accessible in ${language}, ${colorScheme}`, () => {
      test.use({ colorScheme });
      test("panel, confirmation, bookings", async ({ page, request, context, baseURL }) => {
        await context.addCookies([{ name: "lang", value: language, url: baseURL }]);
        const { t, openPanel, choose, press, cardOf } = pages(language);
        const doctor = await demoDoctor(request, number);
        await signInAsUser(page);
        const dialog = await openPanel(page, doctor);
        await choose(dialog, 2, 1);
        for (const viewport of sizes) {
          await page.setViewportSize(viewport);
          await expectAccessible(page);
        }
        await press(dialog, "schedule_proceed");
        await expect(page.getByLabel(t("patient_name"), { exact: true })).toBeVisible();
        await expectAccessible(page);
        await press(page, "patient_submit");
        await expect(page).toHaveURL("/category");

        await page.goto("/user/bookings");
        await expect(cardOf(page, doctor)).toBeVisible();
        for (const viewport of sizes) {
          await page.setViewportSize(viewport);
          await expectAccessible(page);
        }
        await press(cardOf(page, doctor), "booking_cancel");
        await expect(page.getByRole("dialog")).toBeVisible();
        await expectAccessible(page);
        await press(page.getByRole("dialog"), "booking_cancel_yes");
        await expect(cardOf(page, doctor)).toContainText(t("status_cancelled"));
        await expect(toast(page)).toBeVisible();
        await expectAccessible(page);
      });
    });
  }
}
