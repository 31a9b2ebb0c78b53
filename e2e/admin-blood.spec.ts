import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { exportList, signInAsAdmin } from "./admins";
import { dayIn } from "./clock";
import { confirmedRequest, newDonor, newRequest, quietPlace, registeredDonor, says } from "./donors";
import { expect, expectMessage, test } from "./fixtures";
import { expectMail } from "./people";
import { devices } from "./site";
import { textsIn } from "./texts";

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

for (const { language, viewport } of devices) {
  const t = textsIn(language);
  const button = (within: Page | Locator, key: string) =>
    within.getByRole("button", { name: t(key), exact: true });
  const field = (page: Page, key: string) => page.getByLabel(t(key), { exact: true });

  async function decide(page: Page, title: string, yes: string, call: string): Promise<void> {
    const asked = page.getByRole("dialog", { name: title, exact: true });
    const answered = page.waitForResponse((response) => response.url().endsWith(call));
    await button(asked, yes).click();
    await expectMessage(page, (await (await answered).json()).message);
    await expect(asked).toBeHidden();
  }

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test.beforeEach(({ page }) => signInAsAdmin(page));

    test("the donors are listed, narrowed and exported", async ({ page, request }) => {
      const place = { State: "Kerala", District: "Wayanad" };
      const donor = await registeredDonor(request, newDonor(place, "Kavya"));
      await page.goto("/admin/blooddonors");
      await expect(
        page.getByRole("heading", { level: 1, name: t("admin_donors_heading"), exact: true }),
      ).toBeVisible();
      await field(page, "admin_users_search").fill(donor.Phone_number);
      await expect(page).toHaveURL(/#q=/);
      await expect(row(page, donor.Name)).toContainText("O−");
      await expect(row(page, donor.Name)).toContainText(t("admin_donor_ready"));
      await expectAccessible(page);

      if (viewport.width < 640) await button(page, "admin_filters").click();
      await field(page, "admin_blood_group").selectOption("AB+");
      await expect(page.getByText(t("admin_donors_no_match"))).toBeVisible();
      await field(page, "admin_blood_group").selectOption("O-");
      await expect(row(page, donor.Name)).toBeVisible();
      await field(page, "field_district").selectOption("Wayanad");
      await expect(page).toHaveURL(/district=Wayanad/);
      await expect(row(page, donor.Name)).toBeVisible();

      const download = page.waitForEvent("download");
      await exportList(page, t);
      const text = readFileSync(await (await download).path(), "utf8");
      expect(text).toContain(donor.Phone_number);
      expect(text).not.toContain("Ernakulam");
    });

    test("a request that reaches beyond its district waits for a look", async ({ page, request }) => {
      const wanted = {
        ...newRequest({ State: "Kerala", District: "Kottayam" }),
        Blood_group: "AB-",
        Units: "10",
      };
      await confirmedRequest(request, wanted);
      await page.goto("/admin/home/dashboard");
      const alarm = page.getByRole("status").getByRole("link", { name: t("admin_home_open"), exact: true });
      await expect(alarm.first()).toHaveAttribute("href", "/admin/bloodrequests");
      await page.goto("/admin/bloodrequests");
      await expect(row(page, wanted.Patient_name)).toContainText(t("admin_review_pending"));
      await expect(row(page, wanted.Patient_name)).toContainText(t("blood_not_in_directory"));
      await page.getByRole("button", { name: wanted.Patient_name, exact: true }).click();
      const details = page.getByRole("dialog", { name: t("admin_blood_title"), exact: true });
      await expect(details).toContainText(t("admin_held_beyond"));
      await expectAccessible(page);
      await button(details, "admin_approve").click();
      await expectAccessible(page);
      await decide(page, t("clinic_approve_title"), "admin_approve", "/look");
      await expect(details).toContainText(t("admin_review_done"));
      await button(details, "admin_blood_close").click();
      await decide(page, t("admin_blood_close_title"), "admin_blood_close", "/close");
    });

    test("a request is watched, extended, closed, and its requester blocked", async ({ page, request }) => {
      const place = await quietPlace(request);
      const donor = await registeredDonor(request, newDonor(place, "Devika"));
      const wanted = newRequest(place);
      await confirmedRequest(request, wanted);
      await page.goto("/admin/bloodrequests");
      await expect(row(page, wanted.Patient_name)).toContainText(
        t("admin_blood_covered", { covered: "0", units: "1" }),
      );
      await says(request, donor, "accept");
      await page.getByRole("tab", { name: t("admin_blood_matched"), exact: true }).click();
      await page.getByRole("button", { name: wanted.Patient_name, exact: true }).click();
      const details = page.getByRole("dialog", { name: t("admin_blood_title"), exact: true });
      for (const text of [wanted.Contact_name, wanted.Phone_number, donor.Name, donor.Phone_number]) {
        await expect(details).toContainText(text);
      }
      await expect(details).toContainText(t("admin_answer_accepted"));
      await expectAccessible(page);

      await button(details, "admin_blood_extend").click();
      await field(page, "admin_blood_needed").fill(dayIn(9));
      await expectAccessible(page);
      await decide(page, t("admin_blood_extend_title"), "admin_blood_extend", "/extend");
      await expect(details).toContainText(dayIn(9).slice(8).replace(/^0/, ""));

      await button(details, "admin_blood_close").click();
      await field(page, "clinic_reason_optional").fill("Asked twice");
      await decide(page, t("admin_blood_close_title"), "admin_blood_close", "/close");
      await expect(details.getByText(t("admin_blood_closed"), { exact: true }).first()).toBeVisible();
      await expectMail(wanted.Email, "Asked twice");

      await button(details, "admin_requester_block").click();
      await field(page, "clinic_reason").fill("Asks for money");
      await decide(page, t("admin_block_title", { name: wanted.Contact_name }), "admin_block", "/block");
      await expect(details.getByText(t("admin_blocked"), { exact: true })).toBeVisible();
      // A new request from the address is stored, and waits for the administrator.
      const again = { ...wanted, Patient_name: `${wanted.Patient_name} Too` };
      await confirmedRequest(request, again, 3);
      await page.goto("/admin/bloodrequests");
      await page.getByRole("button", { name: again.Patient_name, exact: true }).click();
      await expect(details).toContainText(t("admin_held_blocked"));
      await expect(details).toContainText(t("admin_held_no_end"));
      await expectAccessible(page);

      await button(details, "admin_requester_unblock").click();
      await decide(
        page,
        t("admin_unblock_title", { name: wanted.Contact_name }),
        "admin_unblock",
        "/unblock",
      );
      await expect(details.getByText(t("admin_held_blocked"))).toHaveCount(0);
      await expectMail(wanted.Email, again.Hospital);

      await page.goto(
        `/admin/audit?${new URLSearchParams({ subject: "bloodrequest", q: wanted.Patient_name })}`,
      );
      await expect(row(page, wanted.Patient_name)).toHaveCount(4);
      await expect(row(page, "Asks for money")).toContainText(t("admin_did_block"));
    });
  });
}
