/** Adding an administrator by a mailed link, and removing one as another administrator. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { adminToken, newAdmin, signInAsAdmin } from "./admins";
import { expect, expectMessage, test } from "./fixtures";
import { expectMail, mailedLink, newEmail } from "./people";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";

const chosen = "three boats at noon";
const row = (page: Page, email: string) => page.getByRole("row").filter({ hasText: email });

for (const { language, viewport } of devices) {
  const t = textsIn(language);
  const button = (within: ReturnType<Page["locator"]> | Page, key: string) =>
    within.getByRole("button", { name: t(key), exact: true });

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language, expectedComplaints: [/status of (401|422)/] });

    test("a new administrator chooses a password by mail, is listed, and is removed", async ({
      page,
      request,
      elsewhere,
    }) => {
      const me = newAdmin();
      await signInAsAdmin(page, await adminToken(request, me));
      const email = newEmail("second");
      await page.goto("/admin/administrators");
      await expect(row(page, me.email)).toContainText(t("admins_self"));
      await button(page, "admins_add").click();
      const add = page.getByRole("dialog", { name: t("admins_add"), exact: true });
      await add.getByLabel(t("field_email"), { exact: true }).fill(email);
      await add.getByLabel(t("step_up_password"), { exact: true }).fill("not my password");
      await button(add, "admins_add_yes").click();
      await expect(add.getByRole("alert").first()).toBeVisible();
      await expectAccessible(page);
      await add.getByLabel(t("step_up_password"), { exact: true }).fill(me.password);
      await button(add, "admins_add_yes").click();
      await expect(add).toBeHidden();
      await expect(row(page, email)).toContainText(t("value_not_yet"));

      const other = await elsewhere();
      await other.goto(await mailedLink(email, "/resetpassword"));
      await hydrated(other);
      await other.getByLabel(t("reset_password"), { exact: true }).fill(chosen);
      await other.getByLabel(t("registration_password_again"), { exact: true }).fill(chosen);
      await button(other, "reset_button").click();
      await expect(other).toHaveURL(/login/);
      await signInAsAdmin(other, await adminToken(request, { email, password: chosen }));
      await other.goto("/admin/administrators");
      await expect(row(other, email)).toContainText(t("admins_self"));

      await page.reload();
      await expect(row(page, email)).not.toContainText(t("value_not_yet"));
      await expectAccessible(page);
      await button(row(page, email), "business_remove").click();
      const remove = page.getByRole("dialog", { name: t("admins_remove_title", { email }), exact: true });
      await remove.getByLabel(t("clinic_reason"), { exact: true }).fill("Left the office");
      await remove.getByLabel(t("step_up_password"), { exact: true }).fill(me.password);
      await expectAccessible(page);
      const answered = page.waitForResponse((response) => response.request().method() === "DELETE");
      await button(remove, "business_remove").click();
      await expectMessage(page, (await (await answered).json()).message);
      await expect(row(page, email)).toHaveCount(0);
      await expectMail(email, "Left the office");
      await other.reload();
      await expect(other).toHaveURL(/\/admin\/login/);
      await page.goto(`/admin/audit?${new URLSearchParams({ q: email })}`);
      await expect(row(page, email).first()).toContainText(t("admin_did_remove"));
      await expect(row(page, email).last()).toContainText(t("admin_did_add"));
    });
  });
}
