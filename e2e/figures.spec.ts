/** Missed visits: the mail of the next morning, and the figures of the doctor, the desk and the hospital. */
import type { APIRequestContext } from "@playwright/test";
import { expectAccessible, expectToFit } from "./accessible";
import { type Visit, visitsToday } from "./clinic";
import { dayIn, instantOf, now } from "./clock";
import { expect, test } from "./fixtures";
import { expectMail, mailsTo } from "./people";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";
import {
  approvedDoctor,
  type SignedIn,
  signInAsDoctor,
  signInAsFacility,
  signInAtDesk,
  staffOf,
} from "./workers";

const minute = 60_000;

/** Accounts of the tests read English. */
const subject = "You could not come to your visit";

async function mark(
  request: APIRequestContext,
  doctor: SignedIn,
  { id }: Visit,
  attendance: string,
): Promise<void> {
  const marked = await request.patch(`/user/api/doctor/today/${doctor.id}/attendance/${id}`, {
    headers: doctor.headers,
    data: { attendance },
  });
  expect(marked.ok(), await marked.text()).toBe(true);
}

for (const { language, viewport } of devices) {
  const t = textsIn(language);

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({
      viewport,
      language,
      locale: `${language}-IN`,
      ownProgram: {},
      // The browser's messages about a program that restarts.
      expectedComplaints: [/ERR_/],
    });

    test("a day's figures, and the mail to the patient who did not come", async ({
      page,
      request,
      elsewhere,
      own,
      moveTo,
    }) => {
      const doctor = await approvedDoctor(request);
      const assistant = await staffOf(request, doctor);
      // Before the clock moves: sessions of administrators, who approve it, end soon.
      const business = await elsewhere();
      await signInAsFacility(business, "Hospital");
      const visits = await visitsToday(request, doctor, 6);
      const [missing, ...came] = visits;
      if (!missing) throw new Error("a visit");
      for (const visit of came) await mark(request, doctor, visit, "arrived");
      await moveTo(now() + 30 * minute);
      for (const visit of came) await mark(request, doctor, visit, "called");
      await moveTo(now() + 300 * minute);
      await mark(request, doctor, missing, "absent");

      await signInAsDoctor(page, doctor);
      await page.goto("/doctor/figures");
      await hydrated(page);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("figures_title"));
      const stat = (key: string) =>
        page.getByText(t(key), { exact: true }).locator("xpath=following-sibling::dd");
      await expect(stat("figures_missed").first()).toHaveText(t("figures_percent", { percent: "17" }));
      await expect(stat("figures_wait").first()).toHaveText(t("value_minutes", { minutes: "30" }));
      const table = (key: string) => page.getByRole("table", { name: t(key), exact: true });
      await expect(table("figures_missed_by_weekday").getByRole("row")).toHaveCount(8);
      await expect(table("figures_missed_by_weekday")).toContainText("17%");
      await expect(table("figures_missed_by_weekday")).toContainText(t("figures_too_few"));
      await expect(table("figures_wait_by_hour")).toBeVisible();
      await expect(table("figures_lead").getByRole("row", { name: t("figures_same_day") })).toContainText(
        "6",
      );
      await expectAccessible(page);
      await expectToFit(page);
      await page.setViewportSize(viewport);
      await page.getByRole("radio", { name: t("figures_last_days", { days: "90" }) }).check();
      await expect(table("figures_missed_by_weekday")).toContainText("17%");

      const desk = await elsewhere();
      await signInAtDesk(desk, assistant);
      await desk.goto("/desk/figures");
      await expect(desk.getByRole("table", { name: t("figures_missed_by_weekday") })).toContainText("17%");

      // A hospital without visits has no figure.
      await business.goto("/business/figures");
      await expect(business.getByText(t("figures_none_text"))).toBeVisible();
      await expect(business.getByText("17%")).toHaveCount(0);

      expect(mailsTo(missing.user.email).some((mail) => mail.includes(subject))).toBe(false);
      await moveTo(instantOf(dayIn(1), "09:00"));
      await own.restart();
      await expectMail(missing.user.email, subject);
      const mail = mailsTo(missing.user.email).find((one) => one.includes(subject)) ?? "";
      expect(mail).toContain(`/doctors/${doctor.id}?book=1`);
      const patient = await elsewhere();
      await patient.goto(`/doctors/${doctor.id}?book=1`);
      await expect(patient.getByRole("dialog", { name: t("schedule_title"), exact: true })).toBeVisible();
    });
  });
}
