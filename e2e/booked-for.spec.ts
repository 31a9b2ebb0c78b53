import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectContrastInTheDark } from "./accessible";
import { bookVisit, decide } from "./clinic";
import { expect, expectMessage, test } from "./fixtures";
import { signInAsUser } from "./people";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, listedDoctor } from "./workers";

/** The texts of the pages in one language, and the steps of the tests. */
function pages(language: string) {
  const t = textsIn(language);
  const press = (where: Locator | Page, key: string) =>
    where.getByRole("button", { name: t(key), exact: true }).click();
  const field = (where: Locator | Page, key: string) => where.getByLabel(t(key), { exact: true });

  /** Presses a button and expects the server's message on the page. */
  async function expectAnswerOf(page: Page, calls: string, act: () => Promise<void>): Promise<void> {
    const answer = page.waitForResponse((response) => {
      const isChange = response.request().method() !== "GET";
      return isChange && response.url().includes(calls);
    });
    await act();
    await expectMessage(page, (await (await answer).json()).message);
  }

  /** Selects the last day and its first time in the open slot picker, and goes on to the confirmation. */
  async function chooseTime(page: Page): Promise<void> {
    const panel = page.getByRole("dialog", { name: t("schedule_title"), exact: true });
    await panel
      .getByRole("group", { name: t("slot_choose_day") })
      .getByRole("radio")
      .nth(6)
      .check();
    await panel
      .getByRole("group", { name: t("slot_choose_time") })
      .getByRole("radio")
      .first()
      .check();
    await press(panel, "slot_proceed");
    await expect(page).toHaveURL("/doctor/appointment");
  }

  return { t, press, field, expectAnswerOf, chooseTime };
}

for (const { language, viewport } of devices) {
  const { t, press, field, expectAnswerOf, chooseTime } = pages(language);
  const who = (page: Page, name: string) =>
    page.getByRole("group", { name: t("patient_choice_title") }).getByRole("radio", { name, exact: true });

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test("a patient saves a child, changes and removes people", async ({ page }) => {
      await signInAsUser(page);
      await page.goto("/user/profile");
      await page.getByRole("link", { name: t("people_title"), exact: true }).click();
      await expect(page).toHaveURL("/user/people");
      await expect(page.getByText(t("people_none"))).toBeVisible();
      await expectAccessible(page);

      await press(page, "people_add");
      const dialog = page.getByRole("dialog");
      await field(dialog, "confirm_patient_name").fill("Appu");
      await field(dialog, "field_phone_number").fill("98460 12345");
      await expect(dialog.getByRole("checkbox")).toHaveCount(1);
      await dialog.getByRole("checkbox", { name: t("people_under_18") }).check();
      await press(dialog, "action_save");
      await expect(dialog).toContainText(t("people_guardian_needed"));
      await dialog.getByRole("checkbox", { name: t("people_guardian") }).check();
      await expectAccessible(page);
      await expectAnswerOf(page, "/people/", () => press(dialog, "action_save"));
      const list = page.getByRole("list", { name: t("people_title") });
      await expect(list).toContainText("Appu");
      await expect(list).toContainText(t("people_is_guardian"));
      await expectAccessible(page);
      await expectContrastInTheDark(page);

      await press(list, "action_change");
      await field(dialog, "confirm_patient_name").fill("Appu Nair");
      await expectAnswerOf(page, "/people/", () => press(dialog, "action_save"));
      await expect(list).toContainText("Appu Nair");

      await press(list, "action_remove");
      await press(dialog, "people_remove_no");
      await expect(list).toContainText("Appu Nair");
      await press(list, "action_remove");
      await expectAnswerOf(page, "/people/", () => press(dialog, "action_remove"));
      await expect(page.getByText(t("people_none"))).toBeVisible();
    });

    test("a person typed once is chosen the next time, and booked for again", async ({ page, request }) => {
      const [doctor, user] = await Promise.all([listedDoctor(request), signInAsUser(page)]);
      await page.goto(`/doctors/${doctor.id}`);
      await hydrated(page);
      await press(page, "doctor_book_visit");
      await chooseTime(page);
      await expect(who(page, t("patient_choice_self"))).toBeChecked();
      await expect(field(page, "confirm_patient_name")).toHaveValue(user.username);
      await who(page, t("patient_choice_other")).check();
      await expect(field(page, "confirm_patient_name")).toHaveValue("");
      await field(page, "confirm_patient_name").fill("Leela Amma");
      await field(page, "field_phone_number").fill("9846012399");
      await page.getByRole("checkbox", { name: t("patient_choice_save") }).check();
      await expectAccessible(page);
      await expectAnswerOf(page, "/appointment/booking/", () => press(page, "patient_submit"));
      await expect(page).toHaveURL(/\/category\?booked=/);

      await page.goto("/user/bookings");
      const visit = page.getByRole("article").filter({ hasText: "Leela Amma" });
      await expect(visit).toHaveCount(1);
      await press(visit, "booking_cancel");
      await expectAnswerOf(page, "/appointment/cancel/", () =>
        press(page.getByRole("dialog"), "booking_cancel_yes"),
      );
      await visit.getByRole("link", { name: t("booking_again_short"), exact: true }).click();

      await expect(page).toHaveURL(`/doctors/${doctor.id}?book=1`);
      await chooseTime(page);
      await expect(who(page, "Leela Amma")).toBeChecked();
      await expect(field(page, "confirm_patient_name")).toHaveValue("Leela Amma");
      await expect(field(page, "field_phone_number")).toHaveValue("9846012399");
      await expectAnswerOf(page, "/appointment/booking/", () => press(page, "patient_submit"));
      await page.goto("/user/bookings");
      await expect(visit).toHaveCount(2);
    });

    test("a doctor's page lists the user's visits, and links to them alone", async ({ page, request }) => {
      const [doctor, other, user] = await Promise.all([
        approvedDoctor(request),
        listedDoctor(request),
        signInAsUser(page),
      ]);
      await decide(request, doctor, "approve", await bookVisit(request, doctor.id, { user }));
      await bookVisit(request, other.id, { user });
      await page.goto(`/doctors/${doctor.id}`);
      await expect(page.getByRole("heading", { name: t("doctor_visits_title") })).toBeVisible();
      await expect(page.getByRole("main")).toContainText(t("booking_state_confirmed"));
      await expectAccessible(page);
      await page.getByRole("link", { name: t("doctor_visits_all"), exact: true }).click();
      await expect(page).toHaveURL(`/user/bookings?doctor=${doctor.id}`);
      await expect(page.getByRole("article")).toHaveCount(1);
      await expectAccessible(page);
      await press(page, "doctor_visits_clear");
      await expect(page).toHaveURL("/user/bookings");
      await expect(page.getByRole("article")).toHaveCount(2);
    });
  });
}
