/** Hospitals and pharmacies in the administrator's area: suspending and restoring, and names that wait for approval. */
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { signInAsAdmin } from "./admins";
import { expect, expectMessage, test } from "./fixtures";
import { expectMail, newName } from "./people";
import { devices } from "./site";
import { textsIn } from "./texts";
import { approvedFacility, signInAsFacility } from "./workers";

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

for (const { language, viewport } of devices) {
  const t = textsIn(language);
  const button = (within: Page | Locator, key: string) =>
    within.getByRole("button", { name: t(key), exact: true });

  /** Confirms the open dialog, and expects the server's message. */
  async function decide(page: Page, asked: Locator, yes: string, call: string, reason?: string) {
    if (reason) await asked.getByLabel(t("clinic_reason"), { exact: true }).fill(reason);
    const answered = page.waitForResponse((response) => response.url().includes(call));
    await button(asked, yes).click();
    await expectMessage(page, (await (await answered).json()).message);
    await expect(asked).toBeHidden();
  }

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test("a suspended pharmacy is found by nobody until it is restored", async ({ page, request }) => {
      const { id, name, email } = await approvedFacility(request, "Pharmacy");
      await signInAsAdmin(page);
      const found = async () => {
        const answer = await request.get(`/user/api/pharmacies?${new URLSearchParams({ q: name })}`);
        return (await answer.json()).total;
      };
      await page.goto(`/admin/home/workerslist?category=Pharmacy&hospital=${id}`);
      const sheet = page.getByRole("dialog", { name: t("forgot_role_pharmacy"), exact: true });
      await expect(sheet).toContainText(t("admin_listed"));
      await button(sheet, "admin_suspend").click();
      const suspend = page.getByRole("dialog", { name: t("admin_suspend_title", { name }), exact: true });
      await expectAccessible(page);
      await decide(page, suspend, "admin_suspend", "/suspend", "Licence ended");
      await expect(sheet).toContainText(t("admin_suspended"));
      expect(await found()).toBe(0);
      await expectMail(email, "Licence ended");
      await page.goto(`/admin/home/workerslist?category=Pharmacy#q=${encodeURIComponent(name)}`);
      await expect(row(page, name)).toContainText(t("admin_suspended"));
      await expectAccessible(page);
      await page.getByRole("button", { name, exact: true }).click();
      await button(sheet, "admin_restore").click();
      const restore = page.getByRole("dialog", { name: t("admin_restore_title", { name }), exact: true });
      await decide(page, restore, "admin_restore", "/restore");
      await expect(sheet).toContainText(t("admin_listed"));
      expect(await found()).toBe(1);
    });

    test("a new name waits beside the old one, and is rejected and approved", async ({ page, elsewhere }) => {
      const { name } = await signInAsFacility(page, "Pharmacy");
      const admin = await elsewhere();
      await signInAsAdmin(admin);
      const waiting = page.getByRole("region", { name: t("business_change_pending_title"), exact: true });
      const ask = async (wanted: string) => {
        const edit = t("profile_edit", { label: t("field_name").toLowerCase() });
        await page.getByRole("button", { name: edit, exact: true }).click();
        await page.getByLabel(t("field_name"), { exact: true }).fill(wanted);
        await button(page, "profile_submit").click();
        await expect(waiting).toContainText(wanted);
        await expect(waiting).toContainText(name);
      };
      const judge = async (decision: "approve" | "reject", reason?: string) => {
        const [yes, title] =
          decision === "approve" ? ["admin_approve", "approve"] : ["clinic_reject", "reject"];
        await admin.goto("/admin/pendingrequest?category=Changes");
        await button(row(admin, name), yes).click();
        const asked = admin.getByRole("dialog", {
          name: t(`admin_change_${title}_title`, { name }),
          exact: true,
        });
        await decide(admin, asked, yes, "/workers/changes/", reason);
        await expect(row(admin, name)).toHaveCount(0);
      };

      await page.goto("/business/profile");
      const [first, second] = [newName("Neethi"), newName("Karunya")];
      await ask(first);
      await expectAccessible(page);
      await admin.goto("/admin/pendingrequest?category=Changes");
      await expect(row(admin, name)).toContainText(first);
      await expectAccessible(admin);
      await judge("reject", "No such shop");
      await page.reload();
      await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
      await expect(waiting).toHaveCount(0);

      await ask(second);
      await judge("approve");
      await page.reload();
      await expect(page.getByRole("heading", { name: second, exact: true })).toBeVisible();
      await expect(waiting).toHaveCount(0);
    });

    test("what waits can be taken back", async ({ page }) => {
      await signInAsFacility(page, "Hospital");
      await page.goto("/business/profile");
      const edit = t("profile_edit", { label: t("join_licence").toLowerCase() });
      await page.getByRole("button", { name: edit, exact: true }).click();
      const wanted = newName("KL");
      await page.getByLabel(t("join_licence"), { exact: true }).fill(wanted);
      await button(page, "profile_submit").click();
      const waiting = page.getByRole("region", { name: t("business_change_pending_title"), exact: true });
      await expect(waiting).toContainText(wanted);
      await button(waiting, "business_change_cancel").click();
      await expect(waiting).toHaveCount(0);
    });
  });
}
