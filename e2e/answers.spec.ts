import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { signInAsAdmin } from "./admins";
import { bookVisit, daysAhead } from "./clinic";
import { instantOf, today } from "./clock";
import { expect, expectMessage, test } from "./fixtures";
import { newUser, signInAsUser } from "./people";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, signInAsDoctor } from "./workers";

for (const { language, viewport } of devices) {
  const t = textsIn(language);

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language, expectedComplaints: [/status of 422/] });

    test("a doctor has requests approved at once, and the next one is, until the day is full", async ({
      page,
      request,
      elsewhere,
    }) => {
      const [doctor, user] = await Promise.all([signInAsDoctor(page), newUser(request)]);
      const day = (await daysAhead(request, doctor.id)).at(-1)?.day ?? "";
      const waiting = await bookVisit(request, doctor.id, { user, day });
      await page.goto("/doctor/appointments");
      await page.getByRole("link", { name: t("approval_title"), exact: true }).click();
      await expect(page).toHaveURL("/doctor/schedule");
      const save = page.getByRole("button", { name: t("approval_save"), exact: true });
      await expect(page.getByRole("radio", { name: t("approval_each") })).toBeChecked();
      await expect(save).toBeDisabled();

      await page.getByRole("radio", { name: t("approval_all") }).check();
      const most = page.getByRole("textbox", { name: t("approval_session_limit") });
      await most.fill("0");
      await save.click();
      await expect(most).toHaveAttribute("aria-invalid", "true");
      await most.fill("1");
      await page.getByRole("checkbox", { name: t("approval_digests") }).uncheck();
      await expectAccessible(page);
      const saved = page.waitForResponse("**/user/api/doctor/answering/**");
      await save.click();
      await expectMessage(page, (await (await saved).json()).message);
      await page.reload();
      await expect(page.getByRole("radio", { name: t("approval_all") })).toBeChecked();
      await expect(most).toHaveValue("1");
      await expect(page.getByRole("checkbox", { name: t("approval_digests") })).not.toBeChecked();

      await openLive(page, "/doctor/appointments");
      const approved = await bookVisit(request, doctor.id, { user, day });
      const late = await bookVisit(request, doctor.id, { user, day });
      const button = (key: string, name: string) =>
        page.getByRole("button", { name: t(key, { name, when: "" }) });
      await expect(button("clinic_cancel_visit", approved.name)).toBeVisible();
      await expect(button("clinic_approve_visit", late.name)).toBeVisible();
      await expect(button("clinic_approve_visit", waiting.name)).toBeVisible();

      const visits = await elsewhere();
      await signInAsUser(visits, user);
      await visits.goto("/user/bookings");
      const card = (name: string) => visits.getByRole("article").filter({ hasText: name });
      await expect(card(approved.name)).toContainText(t("booking_state_confirmed"));
      await expect(card(late.name)).toContainText(t("booking_state_waiting"));
    });
  });
}

/** Opens a page of the doctor's area, and waits until its event stream is open. */
async function openLive(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse("**/user/api/doctor/events/**");
  await page.goto(path);
  await hydrated(page);
  await stream;
}

test.describe("at a program whose clock moves", () => {
  test.use({ ownProgram: {} });

  test("a request that nobody answers ends when its time begins, and everybody sees why", async ({
    page,
    request,
    elsewhere,
    moveTo,
  }) => {
    const t = textsIn("en");
    const doctor = await approvedDoctor(request);
    const visit = await bookVisit(request, doctor.id, { day: today(), time: "09:45" });

    await signInAsDoctor(page, doctor);
    await openLive(page, "/doctor/appointments");
    const approve = page.getByRole("button", {
      name: t("clinic_approve_visit", { name: visit.name, when: "" }),
    });
    await expect(approve).toBeVisible();
    await moveTo(instantOf(today(), "09:45"));
    // The job runs every twenty seconds.
    await expect(approve).toBeHidden({ timeout: 60_000 });
    await page.goto("/doctor/previousappointment");
    const row = page.getByRole("row").filter({ hasText: visit.name });
    await expect(row).toContainText(t("status_rejected"));
    await expect(row).toContainText(t("status_unanswered"));
    await expectAccessible(page);

    const visits = await elsewhere();
    await signInAsUser(visits, visit.user);
    await visits.goto("/user/bookings");
    const card = visits.getByRole("article").filter({ hasText: visit.name });
    await expect(card).toContainText(t("status_unanswered"));
    await expectAccessible(visits);

    const office = await elsewhere();
    await signInAsAdmin(office);
    await office.goto(`/admin/doctorlist?sort=unanswered#${new URLSearchParams({ q: doctor.name })}`);
    await expect(office.getByRole("article").first()).toContainText(
      t("admin_unanswered_count", { count: "1" }),
    );
    await expectAccessible(office);
  });
});
