import { readFileSync } from "node:fs";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { signInAsAdmin } from "./admins";
import { bearer, type Donor, mailedLink, newDonor, newRequest, quietPlace, registeredDonor } from "./donors";
import { expect, test } from "./fixtures";
import { mailsTo } from "./people";
import { languages } from "./site";
import { textsIn } from "./texts";

const sizes = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
];

const toast = (page: Page, text: string) => page.getByRole("alertdialog").filter({ hasText: text });
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

/** A confirmed request under a name that nobody else has, and the donor who was asked for it. */
async function askedDonor(request: APIRequestContext) {
  const place = await quietPlace(request);
  const donor = await registeredDonor(request, newDonor(place, "Devika"));
  const wanted = { ...newRequest(place), Patient_name: `Mathew ${Date.now().toString(36)}` };
  const answer = await request.post("/user/api/bloodrequest", { data: wanted });
  expect(answer.status(), await answer.text()).toBe(201);
  const link = await mailedLink(wanted.Email, "/bloodrequest/own");
  const confirmed = await request.post("/user/api/bloodrequest/confirm", { headers: bearer(link) });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);
  return { wanted, donor, link };
}

async function says(request: APIRequestContext, donor: Donor, answer: "accept" | "decline"): Promise<void> {
  const link = await mailedLink(donor.Email, "/bloodanswer");
  const answered = await request.post(`/user/api/bloodanswer/${answer}`, { headers: bearer(link) });
  expect(answered.ok(), await answered.text()).toBe(true);
}

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

for (const language of languages) {
  const t = textsIn(language);
  const button = (within: Page | Locator, key: string) =>
    within.getByRole("button", { name: t(key), exact: true });
  const tab = (page: Page, key: string) => page.getByRole("tab", { name: t(key), exact: true });

  async function decide(page: Page, title: string, yes: string, call: string): Promise<void> {
    const asked = page.getByRole("dialog", { name: title, exact: true });
    const answered = page.waitForResponse((response) => response.url().endsWith(call));
    await button(asked, yes).click();
    const { message } = await (await answered).json();
    await expect(toast(page, message)).toBeVisible();
    await expect(asked).toBeHidden();
  }

  for (const viewport of sizes) {
    test.describe(`in ${language} at ${viewport.width} px`, () => {
      test.use({ viewport });

      test.beforeEach(async ({ page, context, baseURL }) => {
        await context.addCookies([{ name: "lang", value: language, url: baseURL }]);
        await signInAsAdmin(page);
      });

      test("the donors are listed, narrowed and exported", async ({ page, request }) => {
        const place = { State: "Kerala", District: "Wayanad" };
        const donor = await registeredDonor(request, newDonor(place, "Kavya"));
        await page.goto("/admin/blooddonors");
        await expect(
          page.getByRole("heading", { level: 1, name: t("admin_donors_heading"), exact: true }),
        ).toBeVisible();
        await page.getByLabel(t("admin_users_search"), { exact: true }).fill(donor.Phone_number);
        await expect(row(page, donor.Name)).toHaveCount(1);
        await expect(row(page, donor.Name)).toContainText("O−");
        await expect(row(page, donor.Name)).toContainText(t("admin_donor_ready"));
        await expectAccessible(page);

        if (viewport.width < 640) await button(page, "admin_filters").click();
        await page.getByLabel(t("admin_blood_group"), { exact: true }).selectOption("O-");
        await page.getByLabel(t("find_district"), { exact: true }).selectOption("Wayanad");
        await expect(page).toHaveURL(/district=Wayanad/);
        await expect(row(page, donor.Name)).toHaveCount(1);
        await page.getByLabel(t("admin_blood_group"), { exact: true }).selectOption("AB+");
        await expect(page.getByText(t("admin_donors_no_match"))).toBeVisible();
        await page.getByLabel(t("admin_blood_group"), { exact: true }).selectOption("O-");

        const download = page.waitForEvent("download");
        await button(page, "admin_export").click();
        const text = readFileSync(await (await download).path(), "utf8");
        expect(text).toContain(donor.Phone_number);
        expect(text).not.toContain("Ernakulam");
      });

      test("a request is watched, extended, closed, and its requester blocked", async ({ page, request }) => {
        const { wanted, donor } = await askedDonor(request);
        await page.goto("/admin/bloodrequests");
        await expectAccessible(page);
        const open = row(page, wanted.Patient_name);
        await expect(open).toContainText(t("admin_blood_covered", { covered: "0", units: "1" }));
        await says(request, donor, "accept");
        await tab(page, "admin_blood_matched").click();
        await page.getByRole("button", { name: wanted.Patient_name, exact: true }).click();
        const details = page.getByRole("dialog", { name: t("admin_blood_title"), exact: true });
        for (const text of [wanted.Contact_name, wanted.Phone_number, donor.Name, donor.Phone_number]) {
          await expect(details).toContainText(text);
        }
        await expect(details).toContainText(t("admin_answer_accepted"));
        await expectAccessible(page);

        await button(details, "admin_blood_extend").click();
        await page.getByLabel(t("admin_blood_needed"), { exact: true }).fill(inDays(9));
        await expectAccessible(page);
        await decide(page, t("admin_blood_extend_title"), "admin_blood_extend", "/extend");
        await expect(details).toContainText(inDays(9).slice(8).replace(/^0/, ""));

        await button(details, "admin_blood_close").click();
        await page.getByLabel(t("clinic_reason_optional"), { exact: true }).fill("Asked twice");
        await decide(page, t("admin_blood_close_title"), "admin_blood_close", "/close");
        await expect(details.getByText(t("admin_blood_closed"), { exact: true }).first()).toBeVisible();
        await expect.poll(() => mailsTo(wanted.Email).join(), { timeout: 15_000 }).toContain("Asked twice");

        await button(details, "admin_requester_block").click();
        await page.getByLabel(t("clinic_reason"), { exact: true }).fill("Asks for money");
        await decide(page, t("admin_block_title", { name: wanted.Contact_name }), "admin_block", "/block");
        await expect(details.getByText(t("admin_blocked"), { exact: true })).toBeVisible();
        const again = { ...wanted, Patient_name: "Somebody else" };
        expect((await request.post("/user/api/bloodrequest", { data: again })).status()).toBe(403);

        await button(details, "admin_requester_unblock").click();
        await decide(
          page,
          t("admin_unblock_title", { name: wanted.Contact_name }),
          "admin_unblock",
          "/unblock",
        );
        expect((await request.post("/user/api/bloodrequest", { data: again })).status()).toBe(201);

        await page.goto(
          `/admin/audit?${new URLSearchParams({ subject: "bloodrequest", q: wanted.Patient_name })}`,
        );
        await expect(row(page, wanted.Patient_name)).toHaveCount(4);
        await expect(row(page, "Asks for money")).toContainText(t("admin_did_block"));
      });
    });
  }
}
