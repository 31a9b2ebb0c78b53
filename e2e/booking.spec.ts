import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { bookVisit, daysAhead, freeTimes } from "./clinic";
import { expect, expectMessage, test } from "./fixtures";
import { tabTo } from "./keyboard";
import { newName, newUser, registered, signInAsUser } from "./people";
import { desk, devices, hold, hydrated, phone } from "./site";
import { textsIn } from "./texts";
import { type Doctor, listedDoctor, newDoctor } from "./workers";

/** The unique word of a name. */
const lastName = (name: string) => name.split(" ").at(-1) ?? "";

/** The address of the list with only this doctor. */
const listOf = ({ name }: Doctor) => `/viewdoctors?q=${lastName(name)}`;

/** The texts of the pages in one language, and the steps of booking. */
function pages(language: string) {
  const t = textsIn(language);

  function cardOf(page: Page, doctor: Doctor): Locator {
    return page.getByRole("article", { name: t("doctor_name", { name: doctor.name }), exact: true });
  }

  function panel(page: Page): Locator {
    return page.getByRole("dialog", { name: t("schedule_title"), exact: true });
  }

  const days = (dialog: Locator) =>
    dialog.getByRole("group", { name: t("slot_choose_day") }).getByRole("radio");
  const times = (dialog: Locator) =>
    dialog.getByRole("group", { name: t("slot_choose_time") }).getByRole("radio");

  async function openPanel(page: Page, doctor: Doctor): Promise<Locator> {
    await page.goto(listOf(doctor));
    await hydrated(page);
    await press(cardOf(page, doctor), "doctor_book_visit");
    return panel(page);
  }

  /** Selects a day and a time by their index, and returns the time's label. */
  async function choose(dialog: Locator, day: number, time: number): Promise<string> {
    await days(dialog).nth(day).check();
    const slot = times(dialog).nth(time);
    await slot.check();
    return (await slot.getAttribute("aria-label"))?.split(",")[0] ?? "";
  }

  const press = (where: Locator | Page, key: string) =>
    where.getByRole("button", { name: t(key), exact: true }).click();

  return { t, cardOf, panel, days, times, openPanel, choose, press };
}

for (const { language, viewport } of devices) {
  const { t, cardOf, panel, days, choose, press } = pages(language);

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test("a patient finds a doctor, books, moves the visit and cancels it", async ({ page, request }) => {
      const [doctor, user] = await Promise.all([listedDoctor(request), signInAsUser(page)]);

      await page.goto("/viewdoctors");
      await hydrated(page);
      const district = page.getByRole("combobox", { name: t("field_district") });
      await district.fill("Ernakulam");
      await expect(page.getByRole("listbox", { name: t("field_district") }).getByRole("option")).toHaveCount(
        1,
      );
      await district.press("Enter");
      await page.getByLabel(t("find_speciality"), { exact: true }).selectOption("Cardiology");
      await page.getByLabel(t("find_name"), { exact: true }).fill(doctor.name);
      await expect
        .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
        .toEqual({ district: "Ernakulam", value: "Cardiology", q: doctor.name });
      await expect(
        page.getByRole("heading", { name: t("find_count", { count: "1" }), exact: true }),
      ).toBeVisible();
      const card = cardOf(page, doctor);
      await expect(card).toContainText(t("doctor_no_booking_fees"));
      await expect(card).toContainText("₹");

      await press(card, "doctor_book_visit");
      const dialog = panel(page);
      await expect(days(dialog)).toHaveCount(7);
      await expect(dialog.getByRole("button", { name: t("slot_proceed"), exact: true })).toBeDisabled();
      const time = await choose(dialog, 6, 0);
      await press(dialog, "slot_proceed");

      await expect(page).toHaveURL("/doctor/appointment");
      await expect(page.getByRole("main")).toContainText(time);
      await expect(page.getByRole("main")).toContainText(t("doctor_name", { name: doctor.name }));
      const patient = page.getByLabel(t("confirm_patient_name"), { exact: true });
      await expect(patient).toHaveValue(user.username);
      await expect(page.getByLabel(t("field_phone_number"), { exact: true })).toHaveValue(user.phone_number);
      await patient.fill("Ammini Amma");
      const booked = page.waitForResponse("**/appointment/booking/**");
      await press(page, "patient_submit");
      await expectMessage(page, (await (await booked).json()).message);
      await expect(page).toHaveURL(/\/category\?booked=/);
      await expect(page.getByRole("heading", { name: t("booked_requested"), exact: true })).toBeVisible();
      await expectAccessible(page);
      await page.goBack();
      await expect(cardOf(page, doctor)).toBeVisible();
      await expect(panel(page)).toBeHidden();

      await page.goto("/user/bookings");
      const visit = cardOf(page, doctor);
      for (const text of [time, "Ammini Amma", t("booking_state_waiting"), "₹"]) {
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
      await press(picker, "reschedule_submit");
      await expectMessage(page, (await (await moved).json()).message);
      await expect(picker).toBeHidden();
      await expect(visit).toContainText(later);

      await press(visit, "booking_cancel");
      const question = page.getByRole("dialog", { name: t("booking_cancel_title"), exact: true });
      await press(question, "booking_cancel_no");
      await expect(visit).toContainText(t("booking_state_waiting"));
      await press(visit, "booking_cancel");
      const cancelled = page.waitForResponse("**/appointment/cancel/**");
      await press(question, "booking_cancel_yes");
      await expectMessage(page, (await (await cancelled).json()).message);
      await expect(visit).toContainText(t("status_cancelled"));
      await expect(visit.getByRole("button", { name: t("booking_reschedule"), exact: true })).toBeHidden();
    });

    test("after the login a visitor returns to the same filters and doctor", async ({ page, request }) => {
      const [doctor, person] = await Promise.all([listedDoctor(request), registered(request)]);
      await page.goto(listOf(doctor));
      await hydrated(page);
      await press(cardOf(page, doctor), "doctor_book_visit");
      await expect(page).toHaveURL("/login");
      await expectMessage(page, t("login_required"));
      await page.getByLabel(t("login_name"), { exact: true }).fill(person.email);
      await page.getByLabel(t("field_password"), { exact: true }).fill(person.password);
      await press(page, "login_button");
      await expect(page).toHaveURL(`${listOf(doctor)}&doctor=${doctor.id}`);
      await expect(panel(page)).toContainText(t("doctor_name", { name: doctor.name }));
      await press(panel(page), "slot_cancel");
      await expect(page).toHaveURL(listOf(doctor));
      await expect(panel(page)).toBeHidden();
    });
  });
}

const { t, cardOf, panel, days, times, openPanel, choose, press } = pages("en");

test.describe("a race", () => {
  test.use({ expectedComplaints: [/status of 409/] });
  test("for one slot: the loser sees the reason, fresh slots, and their input", async ({ page, request }) => {
    const [doctor] = await Promise.all([listedDoctor(request), signInAsUser(page)]);
    const dialog = await openPanel(page, doctor);
    const slot = await choose(dialog, 4, 3);
    await press(dialog, "slot_proceed");
    await page.getByLabel(t("confirm_patient_name")).fill("Kunju Muhammed");
    const day = (await daysAhead(request, doctor.id))[4]?.day ?? "";
    const time = (await freeTimes(request, doctor.id, day))[3];
    await bookVisit(request, doctor.id, { day, time });

    const refused = page.waitForResponse("**/appointment/booking/**");
    await press(page, "patient_submit");
    const { message, code } = await (await refused).json();
    expect(code).toBe("slot_taken");
    await expectMessage(page, `${t("booking_failed")} ${message}`);
    await expect(page).toHaveURL(`${listOf(doctor)}&doctor=${doctor.id}`);
    await expect(days(dialog).nth(4)).toBeChecked();
    await expect(times(dialog).first()).toBeVisible();
    await expect(
      dialog.getByRole("radio", { name: t("slot_name", { time: slot }), exact: true }),
    ).toBeHidden();

    await choose(dialog, 4, 3);
    await press(dialog, "slot_proceed");
    await expect(page.getByLabel(t("confirm_patient_name"))).toHaveValue("Kunju Muhammed");
    await press(page, "patient_submit");
    await expect(page).toHaveURL(/\/category\?booked=/);
  });

  test("on a visit: a visit that can no longer be changed is updated", async ({ page, request }) => {
    const [doctor, user] = await Promise.all([listedDoctor(request), signInAsUser(page)]);
    const booked = await bookVisit(request, doctor.id, { user });
    await page.goto("/user/bookings");
    const visit = cardOf(page, doctor);
    await press(visit, "booking_cancel");

    // The same user, on another device.
    await request.patch(`/user/api/appointment/cancel/${booked.id}`, { headers: user.headers });

    const refused = page.waitForResponse("**/appointment/cancel/**");
    await press(page.getByRole("dialog"), "booking_cancel_yes");
    const { message, code } = await (await refused).json();
    expect(code).toBe("not_changeable");
    await expectMessage(page, message);
    await expect(visit).toContainText(t("status_cancelled"));
  });
});

test("a search without results offers other ways", async ({ page }) => {
  await page.goto(`/viewdoctors?q=${lastName(newName("zzzz"))}`);
  await hydrated(page);
  await expect(page.getByRole("heading", { name: "0 doctors available" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No doctors found" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/viewdoctors");
  await expect(page.getByRole("heading", { name: "No doctors found" })).toBeHidden();
});

test("more doctors appear as one scrolls, until all are there", async ({ page, request }) => {
  const name = newName("Meera");
  // One more than the first page holds.
  for (let made = 0; made < 7; made++) await listedDoctor(request, { ...newDoctor(), full_Name: name });
  await page.goto(`/viewdoctors?q=${lastName(name)}`);
  await hydrated(page);
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(page.getByRole("article")).toHaveCount(7);
  await expect(page.getByRole("button", { name: "Show more" })).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: phone });

  test("Back to a long list restores the scroll position", async ({ page, request }) => {
    const name = newName("Latha");
    // More than the first page holds.
    for (let made = 0; made < 8; made++) await listedDoctor(request, { ...newDoctor(), full_Name: name });
    await page.goto(`/viewdoctors?q=${lastName(name)}`);
    await hydrated(page);
    const cards = page.getByRole("article");
    await expect(cards.first()).toBeVisible();
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(cards).toHaveCount(8);
    const link = cards.nth(6).getByRole("link");
    // As a press does: scrolled into view, and not covered by another element.
    await link.hover();
    const place = () => page.evaluate(() => window.scrollY);
    const left = await place();
    expect(left).toBeGreaterThan(1_000);
    await link.click();
    await expect(page).toHaveURL(/\/doctors\//);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    expect(await place()).toBe(0);
    await page.goBack();
    await expect(cards).toHaveCount(8);
    await expect.poll(place).toBe(left);
    await expect(link).toBeInViewport();
  });
});

test("the slot picker opens at once, before its chunk is loaded", async ({ page }) => {
  const { name } = await listedDoctor(page.request);
  await signInAsUser(page);
  const { t } = pages("en");
  const release = await hold(page, "**/assets/booking-panel-*.js");
  await page.goto(`/viewdoctors?q=${lastName(name)}`);
  await hydrated(page);
  const book = page.getByRole("button", { name: t("doctor_book_visit"), exact: true });
  await book.click();
  const dialog = page.getByRole("dialog", { name: t("schedule_title"), exact: true });
  await expect(dialog).toContainText(t("status_loading"));
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/doctor=/);
  await book.click();
  release();
  await expect(dialog.getByRole("radio").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(book).toBeFocused();
});

for (const [typed, language, shown] of [
  ["Calicut", "en", "Kozhikode"],
  ["trivandrum", "en", "Thiruvananthapuram"],
  ["കോഴിക്കോട്", "en", "Kozhikode"],
  ["Calicut", "ml", "കോഴിക്കോട്"],
] as const) {
  test(`${typed} suggests ${shown} on a page in ${language}`, async ({ page }) => {
    const { t } = pages(language);
    await page.goto(`/viewdoctors?lang=${language}`);
    await hydrated(page);
    const field = page.getByRole("combobox", { name: t("field_district") });
    const suggestions = page.getByRole("listbox", { name: t("field_district") }).getByRole("option");
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
  const [doctor] = await Promise.all([listedDoctor(request), signInAsUser(page)]);
  await page.goto(listOf(doctor));
  await hydrated(page);
  await tabTo(page, page.getByRole("button", { name: t("doctor_book_visit") }));
  await page.keyboard.press("Enter");
  const dialog = panel(page);
  await tabTo(page, dialog.getByRole("group", { name: t("slot_choose_day") }).locator(":checked"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await tabTo(page, times(dialog).first());
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await expect(times(dialog).nth(1)).toBeChecked();
  await tabTo(page, dialog.getByRole("button", { name: t("slot_proceed") }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/doctor/appointment");
  await tabTo(page, page.getByLabel(t("field_phone_number")));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/category\?booked=/);
});

test.describe("a phone abroad", () => {
  test.use({ timezoneId: "America/Los_Angeles" });
  test("shows India's days and times", async ({ page, request }) => {
    const [doctor] = await Promise.all([listedDoctor(request), signInAsUser(page)]);
    const answer = page.waitForResponse("**/availability?days=7");
    const dialog = await openPanel(page, doctor);
    const { data } = await (await answer).json();
    const tiles = dialog.getByRole("group", { name: t("slot_choose_day") }).locator("label");
    await expect(tiles).toContainText(data.map(({ day }: { day: string }) => day.slice(8)));
  });
});

for (const { language, viewport, colorScheme } of [
  { language: "ml", viewport: phone, colorScheme: "light" },
  { language: "en", viewport: desk, colorScheme: "dark" },
] as const) {
  test.describe(`accessible in ${language} at ${viewport.width} px, ${colorScheme}`, () => {
    test.use({ language, viewport, colorScheme });
    test("panel, confirmation, bookings", async ({ page, request }) => {
      const { t, cardOf, openPanel, choose, press } = pages(language);
      const [doctor, user] = await Promise.all([listedDoctor(request), newUser(request)]);
      await signInAsUser(page, user);
      const dialog = await openPanel(page, doctor);
      await choose(dialog, 2, 1);
      await expectAccessible(page);
      await press(dialog, "slot_proceed");
      await expect(page.getByLabel(t("confirm_patient_name"), { exact: true })).toBeVisible();
      await expectAccessible(page);

      await bookVisit(request, doctor.id, { user });
      await page.goto("/user/bookings");
      await expect(cardOf(page, doctor)).toBeVisible();
      await expectAccessible(page);
      await press(cardOf(page, doctor), "booking_cancel");
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectAccessible(page);
      const cancelled = page.waitForResponse("**/appointment/cancel/**");
      await press(page.getByRole("dialog"), "booking_cancel_yes");
      await expectMessage(page, (await (await cancelled).json()).message);
      await expect(cardOf(page, doctor)).toContainText(t("status_cancelled"));
      await expectAccessible(page);
    });
  });
}
