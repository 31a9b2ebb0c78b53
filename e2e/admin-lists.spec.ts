import { readFileSync } from "node:fs";
import type { Browser, Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { signInAsAdmin } from "./admins";
import { bookVisit } from "./clinic";
import { daysAhead } from "./doctors";
import { expect, test } from "./fixtures";
import { admin } from "./installation";
import { mailsTo, signInAsUser } from "./people";
import { hydrated, languages } from "./site";
import { textsIn } from "./texts";
import { applyAsDoctor, approvedDoctor, newDoctor } from "./workers";

const sizes = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
];

const toast = (page: Page, text: string) => page.getByRole("alertdialog").filter({ hasText: text });
/** A message lies over a sheet's Close button until it goes by itself. */
const withoutToasts = (page: Page) =>
  expect(page.getByRole("alertdialog")).toHaveCount(0, { timeout: 15_000 });
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

/** Somebody else's device. */
async function anotherBrowser(
  browser: Browser,
  baseURL: string | undefined,
  language: string,
): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  await context.addCookies([{ name: "lang", value: language, url: baseURL }]);
  return context.newPage();
}

/** The words of the pages in one language, and what the administrator does with them. */
function pages(language: string) {
  const t = textsIn(language);
  const button = (within: Page | Locator, key: string) =>
    within.getByRole("button", { name: t(key), exact: true });
  const sheet = (page: Page, key: string) => page.getByRole("dialog", { name: t(key), exact: true });
  const question = (page: Page, key: string, name: string) =>
    page.getByRole("dialog", { name: t(key, { name }), exact: true });

  /** Answers the open question, and sees what the server says to it. */
  async function decide(page: Page, asked: Locator, yes: string, call: string, reason?: string) {
    if (reason) await asked.getByLabel(t("clinic_reason"), { exact: true }).fill(reason);
    const answered = page.waitForResponse((response) => response.url().includes(call));
    await button(asked, yes).click();
    const { message } = await (await answered).json();
    await expect(toast(page, message)).toBeVisible();
    await expect(asked).toBeHidden();
  }

  /** What the audit log says about somebody, the latest first. */
  async function story(page: Page, name: string): Promise<Locator> {
    await page.goto(`/admin/audit?${new URLSearchParams({ q: name })}`);
    await expect(page.getByRole("heading", { level: 1, name: t("audit_log") })).toBeVisible();
    const rows = row(page, name);
    await expect(rows.first()).toBeVisible();
    return rows;
  }

  return { t, button, sheet, question, decide, story };
}

for (const language of languages) {
  const { t, button, sheet, question, decide, story } = pages(language);

  for (const viewport of sizes) {
    test.describe(`in ${language} at ${viewport.width} px`, () => {
      test.use({ viewport });

      test.beforeEach(async ({ context, baseURL }) => {
        await context.addCookies([{ name: "lang", value: language, url: baseURL }]);
      });

      test("an approved doctor can be booked in another browser", async ({
        page,
        request,
        browser,
        baseURL,
      }) => {
        const doctor = newDoctor();
        const id = await applyAsDoctor(request, doctor);
        const name = t("doctor_name", { name: doctor.full_Name });
        const patient = await anotherBrowser(browser, baseURL, language);
        await patient.goto(`/doctors/${id}`);
        await expect(patient.getByRole("heading", { name: t("doctor_unknown") })).toBeVisible();

        // The real way in: from the guarded page over the login and back.
        await page.goto("/admin/pendingrequest");
        await page.getByLabel(t("email"), { exact: true }).fill(admin.email);
        await page.getByLabel(t("password"), { exact: true }).fill(admin.password);
        await button(page, "sign_in").click();
        await expect(page).toHaveURL("/admin/pendingrequest");

        await expect(row(page, name)).toContainText(doctor.doctor_ID);
        await expectAccessible(page);
        await button(row(page, name), "admin_details").click();
        const details = sheet(page, "admin_applicant_title");
        await expect(details).toContainText(doctor.email);
        await expect(details).toContainText(doctor.consultation_Address);
        await expect(details.locator("img").first()).toBeVisible();
        await withoutToasts(page);
        await expectAccessible(page);
        await button(details, "admin_approve").click();
        const asked = question(page, "admin_approve_title", name);
        await expectAccessible(page);
        await decide(page, asked, "admin_approve", `/approved/${id}`);
        await expect(details).toBeHidden();
        await expect(row(page, name)).toHaveCount(0);

        await patient.reload();
        await expect(patient.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
        await expect(
          patient.getByRole("button", { name: t("book_clinic_visit") }).filter({ visible: true }),
        ).toBeEnabled();
        await expect((await story(page, doctor.full_Name)).first()).toContainText(t("admin_did_approve"));
        await patient.context().close();
      });

      test("a rejected doctor reads the reason in a mail", async ({ page, request }) => {
        const doctor = newDoctor();
        const id = await applyAsDoctor(request, doctor);
        const name = t("doctor_name", { name: doctor.full_Name });
        await signInAsAdmin(page);
        await page.goto("/admin/pendingrequest");
        await button(row(page, name), "clinic_reject").click();
        const asked = question(page, "admin_reject_title", name);
        await button(asked, "clinic_reject").click();
        await expect(
          asked.getByText(t("field_required", { label: t("clinic_reason") })).first(),
        ).toBeVisible();
        const reason = "The council does not know this number.";
        await decide(page, asked, "clinic_reject", `/rejected/${id}`, reason);
        await expect(row(page, name)).toHaveCount(0);
        await expect.poll(() => mailsTo(doctor.email).join(), { timeout: 15_000 }).toContain(reason);
        const told = (await story(page, doctor.full_Name)).first();
        await expect(told).toContainText(t("admin_did_reject"));
        await expect(told).toContainText(reason);
      });

      test("a blocked user's open browser goes to the login; unblocked they come back", async ({
        page,
        request,
        browser,
        baseURL,
      }) => {
        const device = await anotherBrowser(browser, baseURL, language);
        const person = await signInAsUser(device);
        await device.goto("/user/profile");
        await hydrated(device);

        await signInAsAdmin(page);
        await page.goto("/admin/userlist");
        await page.getByLabel(t("admin_users_search"), { exact: true }).fill(person.email);
        await expect(page).toHaveURL(/\?q=/);
        const user = row(page, person.email);
        await expect(user).toHaveCount(1);
        await button(user, "admin_block").click();
        const asked = question(page, "admin_block_title", person.username);
        await expect(asked.getByText(t("admin_coming_none"))).toBeVisible();
        await expectAccessible(page);
        await decide(page, asked, "admin_block", "/blockandunblock/", "Rude to the clinic");
        await expect(button(user, "admin_unblock")).toBeVisible();

        await device.getByRole("button", { name: t("profile_download"), exact: true }).click();
        await expect(device).toHaveURL("/login");
        const login = { email: person.email, password: person.password };
        expect((await request.post("/user/api/login", { data: login })).ok()).toBe(false);

        await user.getByRole("button", { name: person.username, exact: true }).click();
        const details = sheet(page, "admin_user_title");
        await expect(details).toContainText("Rude to the clinic");
        await withoutToasts(page);
        await expectAccessible(page);
        await button(details, "admin_unblock").click();
        await decide(
          page,
          question(page, "admin_unblock_title", person.username),
          "admin_unblock",
          "/blockandunblock/",
        );
        await expect(button(details, "admin_block")).toBeVisible();
        expect((await request.post("/user/api/login", { data: login })).ok()).toBe(true);
        await device.context().close();
      });

      test("the users are a file for a spreadsheet", async ({ page }) => {
        await signInAsAdmin(page);
        const person = await signInAsUser(page);
        await page.goto(`/admin/userlist?${new URLSearchParams({ q: person.email })}`);
        await expect(row(page, person.email)).toHaveCount(1);
        const download = page.waitForEvent("download");
        await button(page, "admin_export").click();
        const file = await download;
        expect(file.suggestedFilename()).toBe("doc-care-users.csv");
        const text = readFileSync(await file.path(), "utf8");
        expect(text.startsWith("\uFEFF")).toBe(true);
        expect(text).toContain(person.email);
        await expect(toast(page, t("admin_exported"))).toBeVisible();
      });
    });
  }
}

const { t, button, sheet, question, decide, story } = pages("en");

test("a block may cancel what is booked, and the time is free again", async ({ page, request }) => {
  const doctor = await approvedDoctor(request);
  await signInAsAdmin(page);
  const person = await signInAsUser(page);
  const login = await request.post("/user/api/login", {
    data: { email: person.email, password: person.password },
  });
  const { token, data } = await login.json();
  const before = await daysAhead(request, doctor.id);
  await bookVisit(request, doctor.id, { id: data._id, token, phone: person.phone_number }, person.username);

  await page.goto(`/admin/userlist?${new URLSearchParams({ q: person.email })}`);
  await button(row(page, person.email), "admin_block").click();
  const asked = question(page, "admin_block_title", person.username);
  await expect(asked).toContainText(t("admin_coming_count_one"));
  await expect(asked).toContainText(doctor.name);
  await expect(asked.getByRole("radio", { name: t("fate_keep") })).toBeChecked();
  await asked.getByRole("radio", { name: t("fate_cancel") }).check();
  await decide(page, asked, "admin_block", "/blockandunblock/", "Invented names");
  expect(await daysAhead(request, doctor.id)).toEqual(before);
  await expect.poll(() => mailsTo(person.email).join(), { timeout: 15_000 }).toContain("Invented names");
});

test("a suspended doctor is hidden until they are restored", async ({ page, request, browser, baseURL }) => {
  const doctor = await approvedDoctor(request);
  const name = t("doctor_name", { name: doctor.name });
  const patient = await anotherBrowser(browser, baseURL, "en");
  await signInAsAdmin(page);
  await page.goto("/admin/doctorlist");
  await page.getByLabel(t("admin_doctors_search"), { exact: true }).fill(doctor.name);
  await page.getByLabel(t("profile_gender"), { exact: true }).selectOption("Female");
  await page.getByLabel(t("join_specialization"), { exact: true }).selectOption("Cardiology");
  await page.getByLabel(t("find_district"), { exact: true }).selectOption("Ernakulam");
  const card = page.getByRole("article", { name, exact: true });
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(card).toContainText("₹400");
  await expectAccessible(page);

  await button(card, "admin_details").click();
  const details = sheet(page, "admin_doctor_title");
  await expect(details).toContainText(doctor.email);
  await expect(details).toContainText(t("admin_did_approve"));
  await expectAccessible(page);
  await button(details, "admin_suspend").click();
  await decide(
    page,
    question(page, "admin_suspend_title", name),
    "admin_suspend",
    `/doctors/${doctor.id}/suspend`,
    "Under review",
  );
  await expect(details.getByText(t("admin_suspended"), { exact: true }).first()).toBeVisible();
  await expect(details).toContainText("Under review");
  await patient.goto(`/doctors/${doctor.id}`);
  await expect(patient.getByRole("heading", { name: t("doctor_unknown") })).toBeVisible();

  await button(details, "admin_restore").click();
  await decide(
    page,
    question(page, "admin_restore_title", name),
    "admin_restore",
    `/doctors/${doctor.id}/restore`,
  );
  await patient.reload();
  await expect(patient.getByRole("heading", { level: 1, name })).toBeVisible();
  const told = await story(page, doctor.name);
  await expect(told).toHaveCount(3);
  await expect(told.first()).toContainText(t("admin_did_restore"));
  await patient.context().close();
});

test("the pages' back button closes what a list has opened", async ({ page, request }) => {
  const doctor = await approvedDoctor(request);
  await signInAsAdmin(page);
  await page.goto(`/admin/doctorlist?${new URLSearchParams({ q: doctor.name })}`);
  await button(page, "admin_details").click();
  await expect(page).toHaveURL(/doctor=/);
  await expect(sheet(page, "admin_doctor_title")).toBeVisible();
  await page.goBack();
  await expect(sheet(page, "admin_doctor_title")).toBeHidden();
  await expect(button(page, "admin_details")).toBeFocused();
});

test("the audit log is narrowed by what, whom, who and when", async ({ page, request }) => {
  const doctor = await approvedDoctor(request);
  await signInAsAdmin(page);
  await story(page, doctor.name);
  await expectAccessible(page);
  await page.getByLabel(t("admin_audit_subject"), { exact: true }).selectOption("doctor");
  await page.getByLabel(t("admin_audit_actor"), { exact: true }).selectOption("admin");
  await page.getByLabel(t("admin_audit_action"), { exact: true }).selectOption("approve");
  await expect(row(page, doctor.name)).toHaveCount(1);
  await page.getByLabel(t("admin_audit_action"), { exact: true }).selectOption("reject");
  await expect(page.getByText(t("admin_audit_no_match"))).toBeVisible();
  await button(page, "find_clear").first().click();
  await expect(page).toHaveURL("/admin/audit");
  await page.getByLabel(t("leave_to"), { exact: true }).fill("2020-01-01");
  await expect(page.getByText(t("admin_audit_no_match"))).toBeVisible();
});

/** Goes there with the Tab key alone. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(target).toBeFocused({ timeout: 1 });
  }).toPass({ intervals: [0], timeout: 20_000 });
}

test("an application is decided about with the keyboard alone", async ({ page, request }) => {
  const doctor = newDoctor();
  await applyAsDoctor(request, doctor);
  const name = t("doctor_name", { name: doctor.full_Name });
  await signInAsAdmin(page);
  await page.goto("/admin/pendingrequest");
  await expect(row(page, name)).toBeVisible();
  await tabTo(page, page.getByRole("tab", { selected: true }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: t("business_hospital") })).toBeFocused();
  await page.keyboard.press("Home");
  await expect(row(page, name)).toBeVisible();
  await tabTo(page, button(row(page, name), "admin_details"));
  await page.keyboard.press("Enter");
  const details = sheet(page, "admin_applicant_title");
  await tabTo(page, button(details, "clinic_reject"));
  await page.keyboard.press("Enter");
  const asked = question(page, "admin_reject_title", name);
  await tabTo(page, asked.getByLabel(t("clinic_reason"), { exact: true }));
  await page.keyboard.type("Twice the same");
  await tabTo(page, button(asked, "clinic_reject"));
  await page.keyboard.press("Enter");
  await expect(row(page, name)).toHaveCount(0);
  await expect(asked).toBeHidden();
  await expect(details).toBeHidden();
});
