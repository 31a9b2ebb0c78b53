/** Applicants confirm their address, and the owner of an address reports an application by someone else. */
import { expectAccessible } from "./accessible";
import { signInAsAdmin } from "./admins";
import { expect, test } from "./fixtures";
import { expectMail, mailedLink, newName } from "./people";
import { desk, devices, hydrated } from "./site";
import { textsIn } from "./texts";
import { applyAsDoctor, newDoctor } from "./workers";

for (const { language, viewport } of devices) {
  const t = textsIn(language);

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language, expectedComplaints: [/status of 404/] });

    test("an applicant confirms the address, is approved, and its owner says: this was not me", async ({
      page,
      request,
    }) => {
      const doctor = newDoctor();
      const id = await applyAsDoctor(request, doctor);
      const name = t("doctor_name", { name: doctor.full_Name });
      const button = (key: string) => page.getByRole("button", { name: t(key), exact: true });

      await page.goto(await mailedLink(doctor.email, "/confirmemail"));
      await hydrated(page);
      await expect(page.getByText(t("confirm_email_application_text"))).toBeVisible();
      await expect(page.getByText(doctor.email, { exact: true })).toBeVisible();
      await expectAccessible(page);
      await button("confirm_email_button").click();
      await expect(page.getByRole("heading", { name: t("confirm_email_done_title") })).toBeVisible();
      await expectAccessible(page);

      await signInAsAdmin(page);
      await page.goto("/admin/pendingrequest");
      const row = page.getByRole("row").filter({ hasText: name });
      await expect(row).toContainText(t("admin_email_confirmed"));
      await expectAccessible(page);
      await row.getByRole("button", { name: t("admin_approve"), exact: true }).click();
      const asked = page.getByRole("dialog", { name: t("admin_approve_title", { name }), exact: true });
      await expect(asked).not.toContainText(t("admin_approve_unconfirmed"));
      await asked.getByRole("button", { name: t("admin_approve"), exact: true }).click();
      await expect(row).toHaveCount(0);

      await page.goto(await mailedLink(doctor.email, "/application/report"));
      await hydrated(page);
      await expect(page.getByText(doctor.full_Name, { exact: true })).toBeVisible();
      await expectAccessible(page);
      await button("report_application_button").click();
      await expect(page.getByRole("heading", { name: t("report_application_done_title") })).toBeVisible();
      await expectAccessible(page);
      await page.goto(`/doctors/${id}`);
      await expect(page.getByRole("heading", { name: t("doctor_unknown") })).toBeVisible();
      await expectMail(doctor.email, "/contact");
    });
  });
}

test.describe("in ml at 1366 px", () => {
  test.use({ viewport: desk, language: "ml" });

  test("the buttons of a pending request are not cut off, and the name wraps between words", async ({
    page,
    request,
  }) => {
    const t = textsIn("ml");
    const doctor = newDoctor();
    doctor.full_Name = newName("Gayathri").slice(0, 20);
    await applyAsDoctor(request, doctor);
    await signInAsAdmin(page);
    await page.goto("/admin/pendingrequest");
    const row = page.getByRole("row").filter({ hasText: doctor.full_Name });
    const details = row.getByRole("button", { name: t("admin_details"), exact: true });
    await expect(details).toBeVisible();
    // Overflow of the table is cut off without a scroll bar.
    const overflow = await page
      .getByRole("table")
      .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0));
    expect(overflow).toBeLessThanOrEqual(0);
    const first = row.getByText(doctor.full_Name.split(" ")[0] ?? "", { exact: false }).first();
    expect((await first.boundingBox())?.width).toBeGreaterThan(100);
  });
});
