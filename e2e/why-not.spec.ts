import type { APIRequestContext } from "@playwright/test";
import { expectAccessible, expectContrastInTheDark } from "./accessible";
import { bookVisit, daysAhead, freeTimes } from "./clinic";
import { expect, expectMessage, test } from "./fixtures";
import { newUser, signInAsUser } from "./people";
import { devices, hydrated, weekTiles } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, listedDoctor, newDoctor, type SignedIn } from "./workers";

async function leaveOn(
  request: APIRequestContext,
  doctor: SignedIn,
  from: string,
  to: string,
): Promise<void> {
  const { id, headers } = doctor;
  const data = { from, to, note: "A private matter" };
  const answer = await request.post(`/user/api/doctor/leave/${id}`, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

for (const { language, viewport } of devices) {
  const t = textsIn(language);

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test("leave says until when, and leads to the next free slot or to somebody else", async ({
      page,
      request,
    }) => {
      // A doctor of the same speciality and district.
      const [doctor] = await Promise.all([approvedDoctor(request), listedDoctor(request)]);
      const days = await daysAhead(request, doctor.id);
      await leaveOn(request, doctor, days[4]?.day ?? "", days[5]?.day ?? "");
      await signInAsUser(page);
      await page.goto(`/doctors/${doctor.id}`);
      await hydrated(page);
      await expect(weekTiles(page).nth(4)).toContainText(t("why_leave_short"));
      await weekTiles(page).nth(4).click();
      const main = page.getByRole("main");
      for (const part of t("why_leave", { day: "|" }).split("|"))
        await expect(main).toContainText(part.trim());
      await expect(main).not.toContainText("A private matter");
      await expectAccessible(page);
      await expectContrastInTheDark(page);

      await page.getByRole("button", { name: t("alternative_next_free", { when: "" }).trim() }).click();
      const panel = page.getByRole("dialog", { name: t("schedule_title"), exact: true });
      const dayRadios = panel.getByRole("group", { name: t("slot_choose_day") }).getByRole("radio");
      await expect(dayRadios.nth(6)).toBeChecked();

      await dayRadios.nth(5).check();
      await expect(panel.getByRole("button", { name: t("slot_proceed"), exact: true })).toBeDisabled();
      await expectAccessible(page);
      await panel.getByRole("link").first().click();
      await expect(page).toHaveURL(/\/doctors\/[^/]+\?book=1$/);
      expect(page.url()).not.toContain(doctor.id);
      await expect(dayRadios.nth(5)).toBeChecked();
    });

    test("a day that others filled is full", async ({ page, request }) => {
      const short = { ...newDoctor(), startTime: "09:00", endTime: "09:30" };
      const [doctor, user] = await Promise.all([listedDoctor(request, short), newUser(request)]);
      const day = (await daysAhead(request, doctor.id))[3]?.day ?? "";
      for (const time of await freeTimes(request, doctor.id, day)) {
        await bookVisit(request, doctor.id, { user, day, time });
      }
      await page.goto(`/doctors/${doctor.id}`);
      await hydrated(page);
      await expect(weekTiles(page).nth(3)).toContainText(t("why_full_short"));
      await weekTiles(page).nth(3).click();
      await expect(page.getByText(t("why_full"))).toBeVisible();
    });

    test.describe("refused", () => {
      test.use({ expectedComplaints: [/status of 422/] });

      test("a time whose day became leave is refused with its reason, and another is chosen at once", async ({
        page,
        request,
      }) => {
        const doctor = await approvedDoctor(request);
        const days = await daysAhead(request, doctor.id);
        await signInAsUser(page);
        await page.goto(`/doctors/${doctor.id}`);
        await hydrated(page);
        await weekTiles(page).nth(5).click();
        const panel = page.getByRole("dialog", { name: t("schedule_title"), exact: true });
        await panel
          .getByRole("group", { name: t("slot_choose_time") })
          .getByRole("radio")
          .first()
          .check();
        await panel.getByRole("button", { name: t("slot_proceed"), exact: true }).click();
        await expect(page).toHaveURL("/doctor/appointment");
        await leaveOn(request, doctor, days[5]?.day ?? "", days[5]?.day ?? "");
        await page.getByRole("button", { name: t("patient_submit"), exact: true }).click();
        await page.getByRole("button", { name: t("alternative_next_free", { when: "" }).trim() }).click();
        const booked = page.waitForResponse("**/appointment/booking/**");
        await page.getByRole("button", { name: t("patient_submit"), exact: true }).click();
        await expectMessage(page, (await (await booked).json()).message);
        await expect(page).toHaveURL(/\/category\?booked=/);
      });
    });
  });
}
