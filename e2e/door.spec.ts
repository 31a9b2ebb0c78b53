/** The door of a clinic: the poster, a patient with a booking and one without, and a code that is two minutes old. */
import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible, expectToFit } from "./accessible";
import { comer, connectScreen, visitsToday } from "./clinic";
import { now } from "./clock";
import { expect, test } from "./fixtures";
import { newName, newPhone } from "./people";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, type SignedIn, signInAsDoctor } from "./workers";

const minute = 60_000;

async function giveTokens(request: APIRequestContext, doctor: SignedIn, tokens: number): Promise<void> {
  const saved = await request.put(`/user/api/doctor/door/${doctor.id}`, {
    headers: doctor.headers,
    data: { tokens },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
}

for (const { language, viewport } of devices) {
  const t = textsIn(language);

  /** The door code on the waiting room's screen. */
  async function codeOn(screen: Page): Promise<string> {
    const shown = screen.getByText(/^\d{4}$/);
    await expect(shown).toBeVisible();
    return (await shown.textContent()) ?? "";
  }

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({
      viewport,
      language,
      ownProgram: {},
      // A refused code, and a program whose clock moves.
      expectedComplaints: [/status of 422|ERR_/],
    });

    test("two phones at the door: a booking, and a walk-in whose code is two minutes old", async ({
      page,
      request,
      elsewhere,
      moveTo,
    }) => {
      const doctor = await approvedDoctor(request);
      await giveTokens(request, doctor, 5);
      const [visit] = await visitsToday(request, doctor, 1);
      if (!visit) throw new Error("a visit");
      await signInAsDoctor(page, doctor);
      await page.goto("/doctor/today");
      await hydrated(page);
      const [screen, first, second] = [await elsewhere(), await elsewhere(), await elsewhere()];
      for (const device of [screen, first, second]) await device.setViewportSize(viewport);
      await connectScreen(page, screen, t);
      const old = await codeOn(screen);
      await expect(page.getByRole("region", { name: t("door_code") })).toContainText(/\d{4}/);

      // The poster leads to the door.
      await page.getByRole("link", { name: t("door_poster_link"), exact: true }).click();
      await expect(page.getByRole("img", { name: t("poster_qr") })).toBeVisible();
      const link = page.getByText(new RegExp(`/door/${doctor.id}$`));
      await expect(link).toBeVisible();
      for (const both of [textsIn("en"), textsIn("ml")])
        await expect(page.getByRole("heading", { name: both("poster_heading"), exact: true })).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);
      await page.goto("/doctor/today");

      // With a booking: the code and the booking's number, and the live page is there.
      await first.goto(`/door/${doctor.id}`);
      await hydrated(first);
      await expectAccessible(first);
      await expectToFit(first);
      await first.getByRole("button", { name: t("door_have_booking") }).click();
      await first.getByLabel(t("door_code"), { exact: true }).fill(await codeOn(screen));
      await first.getByLabel(t("field_phone_number"), { exact: true }).fill(visit.user.phone_number);
      await expectAccessible(first);
      await expectToFit(first);
      await first.getByRole("button", { name: t("door_arrive"), exact: true }).click();
      await expect(first).toHaveURL(/\/visit#/);
      await expect(first.getByText(t("visit_next"), { exact: true })).toBeVisible();
      await expect(
        comer(page, visit.name).getByText(t("queue_state_arrived"), { exact: true }),
      ).toBeVisible();

      // Without one, two minutes after the code was read.
      await moveTo(now() + 2 * minute);
      await second.goto(`/door/${doctor.id}`);
      await hydrated(second);
      await second.getByRole("button", { name: t("door_have_none") }).click();
      const code = second.getByLabel(t("door_code"), { exact: true });
      await code.fill(old);
      const name = newName("Rajan");
      await second.getByLabel(t("confirm_patient_name"), { exact: true }).fill(name);
      await second.getByLabel(t("field_phone_number"), { exact: true }).fill(newPhone());
      await second.getByRole("button", { name: t("door_take_token"), exact: true }).click();
      const refusal = language === "ml" ? /പ്രവേശന കോഡ് ശരിയല്ല/ : /This door code is not valid/;
      await expect(second.getByText(refusal).first()).toBeVisible();
      await expect(code).toHaveAttribute("aria-invalid", "true");
      await expectAccessible(second);
      await expectToFit(second);

      // What was typed is still there; the screen shows another code by now.
      await screen.reload();
      await code.fill(await codeOn(screen));
      await second.getByRole("button", { name: t("door_take_token"), exact: true }).click();
      await expect(second).toHaveURL(/\/visit#/);
      await expect(second.getByText("W1", { exact: true })).toBeVisible();
      await expect(second.getByText(t("visit_before", { count: "1" }), { exact: true })).toBeVisible();
      await expectAccessible(second);
      await expectToFit(second);
      await expect(comer(page, name)).toContainText(t("queue_walked_in_door"));
    });

    test("a number without a visit is told so, and a doctor who gives no tokens is not offered", async ({
      page,
      request,
    }) => {
      const doctor = await approvedDoctor(request);
      const day = await request.get(`/user/api/doctor/today/${doctor.id}`, { headers: doctor.headers });
      const { code } = (await day.json()).data.door;
      await page.goto(`/door/${doctor.id}`);
      await hydrated(page);
      await page.getByRole("button", { name: t("door_have_none") }).click();
      await expect(page.getByText(t("door_no_doctors"), { exact: true })).toBeVisible();
      await page.getByRole("button", { name: t("door_have_booking") }).click();
      await page.getByLabel(t("door_code"), { exact: true }).fill(code);
      await page.getByLabel(t("field_phone_number"), { exact: true }).fill(newPhone());
      await page.getByRole("button", { name: t("door_arrive"), exact: true }).click();
      const none = language === "ml" ? /സ്ഥിരീകരിച്ച സന്ദർശനമില്ല/ : /No confirmed visit of today waits here/;
      await expect(page.getByRole("status").filter({ hasText: none })).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);
    });

    test("the doctor lets walk-ins take tokens, under Schedule", async ({ page, request }) => {
      const doctor = await approvedDoctor(request);
      await signInAsDoctor(page, doctor);
      await page.goto("/doctor/schedule");
      await hydrated(page);
      const card = page.getByRole("region", { name: t("door_setting_title") });
      await card.getByRole("checkbox").check();
      await card.getByLabel(t("door_setting_limit")).fill("12");
      const saved = page.waitForResponse((response) => response.request().method() === "PUT");
      await card.getByRole("button", { name: t("door_setting_save"), exact: true }).click();
      expect((await saved).ok()).toBe(true);
      await expect(card.getByRole("button", { name: t("door_setting_save"), exact: true })).toBeDisabled();
      await page.reload();
      await expect(card.getByLabel(t("door_setting_limit"))).toHaveValue("12");
    });
  });
}
