/** Why a patient comes, and whether for the first time: said with the booking, read by the doctor and the desk. */
import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { signInAsUser } from "./people";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, signInAsDoctor, signInAtDesk, staffOf } from "./workers";

for (const { language, viewport } of devices) {
  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });
    const t = textsIn(language);

    test("a patient says why they come, and the doctor and the desk read it", async ({
      page,
      request,
      elsewhere,
    }) => {
      const [doctor, user] = await Promise.all([approvedDoctor(request), signInAsUser(page)]);
      const staff = await staffOf(request, doctor);
      const reason = language === "ml" ? "രണ്ടാഴ്ചയായി ചുമ" : "Cough for two weeks";

      await page.goto(`/doctors/${doctor.id}?book=1`);
      await hydrated(page);
      const picker = page.getByRole("dialog", { name: t("schedule_title"), exact: true });
      await picker
        .getByRole("group", { name: t("slot_choose_day") })
        .getByRole("radio")
        .first()
        .check();
      await picker
        .getByRole("group", { name: t("slot_choose_time") })
        .getByRole("radio")
        .last()
        .check();
      await picker.getByRole("button", { name: t("slot_proceed"), exact: true }).click();
      await page.getByRole("radio", { name: t("visit_type_first"), exact: true }).check({ force: true });
      await page.getByLabel(t("visit_reason_label"), { exact: true }).fill(reason);
      await expectAccessible(page);
      await page.reload();
      await expect(page.getByLabel(t("visit_reason_label"), { exact: true })).toHaveValue(reason);
      await expect(page.getByRole("radio", { name: t("visit_type_first"), exact: true })).toBeChecked();
      await page.getByRole("button", { name: t("patient_submit"), exact: true }).click();
      await expect(page).toHaveURL(/\/category\?booked=/);
      const said = `${t("visit_type_first")} · ${reason}`;
      await expect(page.getByRole("article").first()).toContainText(said);
      await expectAccessible(page);

      const clinic = await elsewhere();
      await signInAsDoctor(clinic, doctor);
      await clinic.goto("/doctor/appointments");
      const requests = clinic.getByRole("group", { name: t("clinic_requests"), exact: true });
      await expect(requests).toContainText(said);
      await expectAccessible(clinic);
      await requests
        .getByRole("button", { name: t("clinic_approve_visit", { name: user.username, when: "" }) })
        .click();
      await clinic
        .getByRole("dialog")
        .getByRole("button", { name: t("clinic_approve"), exact: true })
        .click();
      await expect(clinic.getByRole("group", { name: t("clinic_visits"), exact: true })).toContainText(said);
      await clinic.goto("/doctor/today");
      await expect(clinic.getByRole("main")).toContainText(said);

      const desk = await elsewhere();
      await signInAtDesk(desk, staff);
      await desk.goto("/desk/today");
      await expect(desk.getByRole("main")).toContainText(said);
      await expectAccessible(desk);
    });
  });
}
