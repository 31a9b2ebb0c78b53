/** A table of doctors: corrected, imported, found by patients, undone. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { adminToken, newAdmin, signInAsAdmin } from "./admins";
import { expect, test } from "./fixtures";
import { expectMail, newEmail } from "./people";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";

// One after the other, because the list of imports is shared, and the newest is undone.
test.describe.configure({ mode: "default" });

for (const { language, viewport } of devices) {
  const t = textsIn(language);
  const button = (page: Page, key: string, values = {}) =>
    page.getByRole("button", { name: t(key, values), exact: true });

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test("a table is mended, imported and undone", async ({ page, request }) => {
      const admin = newAdmin();
      await signInAsAdmin(page, await adminToken(request, admin));
      await page.goto("/admin/import");
      await hydrated(page);
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: t("import_template_doctors") }).click();
      const template = await readFile(await (await download).path(), "utf8");
      const header = template.trim().split("\r\n")[0];
      const email = newEmail("imported");
      const number = `TCMC ${email}`;
      const row = (specialization: string) =>
        `${number},Meera Import,${email},9447000001,Female,1980-02-03,${specialization},9,250,"Clinic 4, MG Road",കൊല്ലം,Kerala,691001,10:00,12:00`;
      const choose = (specialization: string) =>
        page.getByLabel(t("import_file")).setInputFiles({
          name: "doctors.csv",
          mimeType: "text/csv",
          buffer: Buffer.from(`\uFEFF${header}\r\n${row(specialization)}\r\n`),
        });

      await choose("Astrology");
      await expect(page.getByText(t("import_invalid_count", { count: "1", right: "0" }))).toBeVisible();
      await expect(page.getByRole("row").filter({ hasText: "specialization" })).toBeVisible();
      await expectAccessible(page);

      await choose("ENT");
      await expect(page.getByRole("row").filter({ hasText: email })).toBeVisible();
      await expectAccessible(page);
      await button(page, "import_submit", { count: "1" }).click();
      const ask = page.getByRole("dialog");
      await ask.getByLabel(t("step_up_password"), { exact: true }).fill(admin.password);
      await expectAccessible(page);
      await ask.getByRole("button", { name: t("import_confirm"), exact: true }).click();
      await expectMail(email, "/resetpassword?role=doctor#");
      const found = await request.get(`/user/api/finddoctors?q=Meera%20Import&district=Kollam`);
      expect((await found.json()).data.map(({ doctor_ID }: { doctor_ID: string }) => doctor_ID)).toContain(
        number,
      );

      await button(page, "queue_undo").first().click();
      const undo = page.getByRole("dialog");
      await undo.getByLabel(t("step_up_password"), { exact: true }).fill(admin.password);
      await expectAccessible(page);
      await undo.getByRole("button", { name: t("queue_undo"), exact: true }).click();
      await expect(undo).toBeHidden();
      await expect(
        page
          .getByRole("row")
          .filter({ hasText: t("import_undone") })
          .first(),
      ).toBeVisible();
      const gone = await request.get(`/user/api/finddoctors?q=Meera%20Import&district=Kollam`);
      expect((await gone.json()).data.map(({ doctor_ID }: { doctor_ID: string }) => doctor_ID)).not.toContain(
        number,
      );
    });
  });
}
