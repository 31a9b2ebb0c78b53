/** The desk books for a caller, moves and cancels the visit, finds the patient again, and prints its day. */
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectAccessible, expectContrastInTheDark, expectToFit } from "./accessible";
import { freeTimes } from "./clinic";
import { today } from "./clock";
import { expect, expectMessage, test } from "./fixtures";
import { newName, newPhone } from "./people";
import { devices } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, type SignedIn, signInAtDesk, staffOf } from "./workers";

for (const { language, viewport } of devices) {
  const t = textsIn(language);
  const button = (within: Locator | Page, key: string) =>
    within.getByRole("button", { name: t(key), exact: true });
  const sheet = (page: Page) => page.getByRole("dialog");
  const field = (page: Page, key: string) => sheet(page).getByRole("combobox", { name: t(key), exact: true });
  const times = (page: Page) => sheet(page).getByRole("radio", { name: t("slot_name", { time: "" }) });

  const token = (page: Page) =>
    sheet(page)
      .getByRole("status")
      .filter({ hasText: t("queue_token") });

  /** The doctor's desk, at one of its pages. */
  async function atDesk(page: Page, request: APIRequestContext, address: string): Promise<SignedIn> {
    const doctor = await approvedDoctor(request);
    await signInAtDesk(page, await staffOf(request, doctor));
    await page.goto(address);
    return doctor;
  }

  /** Books the last time of today for a caller, and counts the presses. */
  async function book(page: Page, name: string, phone: string): Promise<number> {
    let presses = 0;
    const press = async (target: Locator) => {
      await target.click();
      presses += 1;
    };
    await press(button(page, "desk_book"));
    await expect(field(page, "confirm_patient_name")).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press("Tab");
    await page.keyboard.type(phone);
    await press(times(page).last());
    await press(button(sheet(page), "desk_book_yes"));
    await expect(token(page)).toBeVisible();
    return presses;
  }

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test("a caller is booked within four presses beside name and number, and stands in the day", async ({
      page,
      request,
    }) => {
      const doctor = await atDesk(page, request, "/desk/today");
      await expect(page.getByText(t("doctor_name", { name: doctor.name }), { exact: true })).toBeVisible();
      await expectAccessible(page);
      const [name, phone] = [newName("Rema"), newPhone()];
      expect(await book(page, name, phone)).toBeLessThanOrEqual(4);
      await expect(sheet(page)).toContainText(t("desk_book_untold"));
      await expectAccessible(page);
      await button(sheet(page), "action_close").click();
      await expect(page.getByRole("heading", { name })).toBeVisible();

      // The day is printed with the token, the number and room for notes.
      await page.evaluate(() => {
        window.print = () => undefined;
      });
      await button(page, "action_print").click();
      await page.emulateMedia({ media: "print" });
      const paper = page.locator(".print-sheet");
      for (const text of [name, phone, t("queue_token"), t("day_sheet_notes")])
        await expect(paper).toContainText(text);
      await page.emulateMedia({ media: null });
      await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
      await expect(paper).toHaveCount(0);
    });

    test("a time that somebody else took leaves what was typed, and shows what is free", async ({
      page,
      request,
    }) => {
      const doctor = await atDesk(page, request, "/desk/today");
      await button(page, "desk_book").click();
      const [name, phone] = [newName("Rema"), newPhone()];
      await field(page, "confirm_patient_name").fill(name);
      await field(page, "field_phone_number").fill(phone);
      await expectAccessible(page);
      const count = await times(page).count();
      await times(page).last().click();
      await taken(request, doctor);
      await expect(sheet(page).getByRole("alert")).toHaveText(t("slot_just_taken"));
      await expect(times(page)).toHaveCount(count - 1);
      await expect(button(sheet(page), "desk_book_yes")).toBeDisabled();
      await expectAccessible(page);
      await expect(field(page, "confirm_patient_name")).toHaveValue(name);
      await expect(field(page, "field_phone_number")).toHaveValue(phone);
      await times(page).last().click();
      await expect(sheet(page).getByRole("alert")).toHaveCount(0);
      await button(sheet(page), "desk_book_yes").click();
      await expect(token(page)).toBeVisible();
    });

    test("who comes again is found by the keyboard, and the visit is moved and cancelled with a reason", async ({
      page,
      request,
    }) => {
      await atDesk(page, request, "/desk/requests");
      const [name, phone] = [newName("Kamala"), newPhone()];
      await book(page, name, phone);
      await button(sheet(page), "desk_book_another").click();
      await field(page, "confirm_patient_name").fill(name.slice(0, 8));
      const option = sheet(page).getByRole("option", { name });
      await expect(option).toContainText(phone);
      await expectAccessible(page);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await expect(field(page, "field_phone_number")).toHaveValue(phone);
      await expect(option).toHaveCount(0);
      await expectToFit(page);
      await expectContrastInTheDark(page);
      await page.setViewportSize(viewport);
      page.once("dialog", (dialog) => dialog.accept());
      await button(sheet(page), "slot_cancel").click();

      const named = (key: string) => page.getByRole("button", { name: t(key, { name, when: "" }) });
      await named("clinic_move_visit").click();
      await sheet(page).getByLabel(t("clinic_reason"), { exact: true }).fill("The doctor is in surgery.");
      const time = times(page).first();
      const label = (await time.getAttribute("aria-label")) ?? "";
      await time.click();
      await expectAccessible(page);
      const moved = page.waitForResponse(/\/appointment\/move\//);
      await button(sheet(page), "clinic_move_yes").click();
      await expectMessage(page, (await (await moved).json()).message);
      await expect(sheet(page)).toBeHidden();
      const row = page.getByRole("listitem").filter({ hasText: name });
      await expect(row).toContainText(label.replace(t("slot_name", { time: "" }), "").trim());
      await expect(row).toContainText(t("clinic_desk_booked"));

      await named("clinic_cancel_visit").click();
      await sheet(page).getByLabel(t("clinic_reason"), { exact: true }).fill("The doctor is ill.");
      const cancelled = page.waitForResponse(/\/appointment\/cancel\//);
      await button(sheet(page), "booking_cancel_yes").click();
      await expectMessage(page, (await (await cancelled).json()).message);
      await expect(page.getByRole("listitem").filter({ hasText: name })).toHaveCount(0);
    });
  });
}

/** Another patient takes the last time of today. */
async function taken(request: APIRequestContext, doctor: SignedIn): Promise<void> {
  const time = (await freeTimes(request, doctor.id, today())).at(-1);
  const data = { name: newName("Binu"), phoneNumber: newPhone(), date: today(), time };
  const booked = await request.post(`/user/api/doctor/desk/bookings/${doctor.id}`, {
    headers: doctor.headers,
    data,
  });
  expect(booked.status(), await booked.text()).toBe(201);
}
