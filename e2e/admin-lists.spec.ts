import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { exportList, signInAsAdmin } from "./admins";
import { bookVisit, daysAhead } from "./clinic";
import { expect, expectMessage, test } from "./fixtures";
import { tabTo } from "./keyboard";
import { expectMail, newUser, registered, signInAsUser } from "./people";
import { desk, devices, hydrated, languages } from "./site";
import { textsIn } from "./texts";
import { applyAsDoctor, approvedDoctor, listedDoctor, newDoctor, staffOf } from "./workers";

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

/** The texts of the pages in one language, and the steps of the tests. */
function pages(language: string) {
  const t = textsIn(language);
  const button = (within: Page | Locator, key: string) =>
    within.getByRole("button", { name: t(key), exact: true });
  const field = (page: Page, key: string) => page.getByLabel(t(key), { exact: true });
  const sheet = (page: Page, key: string) => page.getByRole("dialog", { name: t(key), exact: true });
  const question = (page: Page, key: string, name: string) =>
    page.getByRole("dialog", { name: t(key, { name }), exact: true });

  /** Confirms the open dialog, and expects the server's message. */
  async function decide(page: Page, asked: Locator, yes: string, call: string, reason?: string) {
    if (reason) await asked.getByLabel(t("clinic_reason"), { exact: true }).fill(reason);
    const answered = page.waitForResponse((response) => response.url().includes(call));
    await button(asked, yes).click();
    await expectMessage(page, (await (await answered).json()).message);
    await expect(asked).toBeHidden();
  }

  /** The rows of the audit log about a person, the latest first. */
  async function auditRows(page: Page, name: string): Promise<Locator> {
    await page.goto(`/admin/audit#${new URLSearchParams({ q: name })}`);
    return row(page, name);
  }

  /** Selects a filter, and waits until the address has it. */
  async function filterBy(page: Page, key: string, filter: string, value: string): Promise<void> {
    await field(page, key).selectOption(value);
    await expect(page).toHaveURL(new RegExp(`[?&]${filter}=${value}`));
  }

  return { t, button, field, sheet, question, decide, auditRows, filterBy };
}

for (const { language, viewport } of devices) {
  const { t, button, field, sheet, question, decide, auditRows } = pages(language);

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test.beforeEach(({ page }) => signInAsAdmin(page));

    test.describe("to patients", () => {
      test.use({ expectedComplaints: [/status of 404/] });
      test("a doctor is unknown until the approval", async ({ page, request }) => {
        const doctor = newDoctor();
        const id = await applyAsDoctor(request, doctor);
        const name = t("doctor_name", { name: doctor.full_Name });
        await page.goto(`/doctors/${id}`);
        await expect(page.getByRole("heading", { name: t("doctor_unknown") })).toBeVisible();

        await page.goto("/admin/pendingrequest");
        await expect(row(page, name)).toContainText(doctor.doctor_ID);
        await button(row(page, name), "admin_details").click();
        const details = sheet(page, "admin_applicant_title");
        await expect(details).toContainText(doctor.email);
        await expect(details).toContainText(doctor.consultation_Address);
        await expect(details.locator("img").first()).toBeVisible();
        await expectAccessible(page);
        await button(details, "admin_approve").click();
        const asked = question(page, "admin_approve_title", name);
        await expectAccessible(page);
        // The address is not confirmed yet.
        await expect(asked).toContainText(t("admin_approve_unconfirmed"));
        await decide(page, asked, "admin_approve_anyway", `/approved/${id}`);
        await expect(details).toBeHidden();
        await expect(row(page, name)).toHaveCount(0);
        await expect((await auditRows(page, doctor.full_Name)).first()).toContainText(t("admin_did_approve"));

        await page.goto(`/doctors/${id}`);
        await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
        await expect(
          page.getByRole("button", { name: t("doctor_book_visit") }).filter({ visible: true }),
        ).toBeEnabled();
      });
    });

    test("a rejected doctor reads the reason in a mail", async ({ page, request }) => {
      const doctor = newDoctor();
      const id = await applyAsDoctor(request, doctor);
      const name = t("doctor_name", { name: doctor.full_Name });
      await page.goto("/admin/pendingrequest");
      await button(row(page, name), "clinic_reject").click();
      const asked = question(page, "admin_reject_title", name);
      await button(asked, "clinic_reject").click();
      await expect(
        asked.getByText(t("form_field_required", { label: t("clinic_reason") })).first(),
      ).toBeVisible();
      const reason = "The council does not know this number.";
      await decide(page, asked, "clinic_reject", `/rejected/${id}`, reason);
      await expect(row(page, name)).toHaveCount(0);
      await expectMail(doctor.email, reason);
      const told = (await auditRows(page, doctor.full_Name)).first();
      await expect(told).toContainText(t("admin_did_reject"));
      await expect(told).toContainText(reason);
    });

    test("the audit log shows logins with their network, and the time of its seal", async ({ page }) => {
      await page.goto("/admin/audit?action=login&actor=admin");
      const login = row(page, "127.0.0.0/24").first();
      await expect(login).toContainText(t("admin_did_login"));
      await expect(login).toContainText(t("admin_kind_account"));
      await expect(page.getByText(new RegExp(t("admin_audit_sealed", { moment: ".+" })))).toBeVisible();
      await expectAccessible(page);
    });

    test.describe("a blocked user's", () => {
      test.use({ expectedComplaints: [/status of 40[13]/] });
      test("open browser goes to the login; unblocked they come back", async ({
        page,
        request,
        elsewhere,
      }) => {
        const device = await elsewhere();
        const { email, username, password } = await signInAsUser(device);
        await device.goto("/user/profile");
        await hydrated(device);

        await page.goto("/admin/userlist");
        await field(page, "admin_users_search").fill(email);
        await expect(page).toHaveURL(/#q=/);
        const user = row(page, email);
        await button(user, "admin_block").click();
        const asked = question(page, "admin_block_title", username);
        await expect(asked.getByText(t("admin_upcoming_none"))).toBeVisible();
        await expectAccessible(page);
        await decide(page, asked, "admin_block", "/blockandunblock/", "Rude to the clinic");
        await expect(button(user, "admin_unblock")).toBeVisible();

        await device.getByRole("button", { name: t("profile_download"), exact: true }).click();
        await expect(device).toHaveURL("/login");
        const login = { data: { email, password } };
        expect((await request.post("/user/api/login", login)).ok()).toBe(false);

        await user.getByRole("button", { name: username, exact: true }).click();
        const details = sheet(page, "admin_user_title");
        await expect(details).toContainText("Rude to the clinic");
        await expectAccessible(page);
        await button(details, "admin_unblock").click();
        const unblocked = question(page, "admin_unblock_title", username);
        await decide(page, unblocked, "admin_unblock", "/blockandunblock/");
        await expect(button(details, "admin_block")).toBeVisible();
        await expect(page.getByRole("alertdialog").first()).toBeVisible();
        await button(details, "action_close").click();
        await expect(details).toBeHidden();
        expect((await request.post("/user/api/login", login)).ok()).toBe(true);
      });
    });
  });
}

const { t, button, field, sheet, question, decide, auditRows, filterBy } = pages("en");

test("the list of users can be exported as a CSV file", async ({ page, request }) => {
  await signInAsAdmin(page);
  const person = await registered(request);
  await page.goto(`/admin/userlist#${new URLSearchParams({ q: person.email })}`);
  await expect(row(page, person.email)).toHaveCount(1);
  const download = page.waitForEvent("download");
  await exportList(page, t);
  const file = await download;
  expect(file.suggestedFilename()).toBe("doc-care-users.csv");
  const text = readFileSync(await file.path(), "utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  expect(text).toContain(person.email);
  await expectMessage(page, t("admin_exported"));
});

test("a block may cancel what is booked, and the time is free again", async ({ page, request }) => {
  const [doctor, user] = await Promise.all([listedDoctor(request), newUser(request), signInAsAdmin(page)]);
  const lastDay = async () => (await daysAhead(request, doctor.id)).at(-1);
  const before = await lastDay();
  await bookVisit(request, doctor.id, { user });
  expect(await lastDay()).not.toEqual(before);

  await page.goto(`/admin/userlist#${new URLSearchParams({ q: user.email })}`);
  await button(row(page, user.email), "admin_block").click();
  const asked = question(page, "admin_block_title", user.username);
  await expect(asked).toContainText(t("admin_upcoming_count", { count: "1" }));
  await expect(asked).toContainText(doctor.name);
  await expect(asked.getByRole("radio", { name: t("leave_bookings_keep") })).not.toBeChecked();
  await asked.getByRole("radio", { name: t("leave_bookings_cancel") }).check();
  await decide(page, asked, "admin_block", "/blockandunblock/", "Invented names");
  expect(await lastDay()).toEqual(before);
  await expectMail(user.email, "Invented names");
});

for (const language of languages) {
  test.describe(`on a laptop in ${language}`, () => {
    test.use({ viewport: desk, language });

    test("filters take one line, and the list is visible below them", async ({ page, request }) => {
      await listedDoctor(request);
      await signInAsAdmin(page);
      for (const path of ["/admin/doctorlist", "/admin/home/orderslist", "/admin/audit"]) {
        await page.goto(path);
        const fields = page.getByRole("main").getByRole("search").locator("input, select");
        await expect(fields.first()).toBeVisible();
        const tops = await fields.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
        expect(Math.max(...tops) - Math.min(...tops), path).toBeLessThan(4);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
          path,
        ).toBe(true);
      }
      await page.goto("/admin/doctorlist");
      await expect(page.getByRole("article").first()).toBeInViewport({ ratio: 0.9 });
    });
  });
}

test("a suspended doctor is hidden until they are restored", async ({ page, request }) => {
  const doctor = await listedDoctor(request);
  const name = t("doctor_name", { name: doctor.name });
  const toPatients = async () => (await request.get(`/doctors/${doctor.id}`)).status();
  await signInAsAdmin(page);
  await page.goto("/admin/doctorlist");
  await field(page, "admin_doctors_search").fill(doctor.name);
  await expect(page).toHaveURL(/#q=/);
  await filterBy(page, "profile_gender", "gender", "Female");
  await filterBy(page, "join_specialization", "specialization", "Cardiology");
  await filterBy(page, "field_district", "district", "Ernakulam");
  const card = page.getByRole("article", { name, exact: true });
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(card).toContainText("₹400");

  await button(card, "admin_details").click();
  const details = sheet(page, "admin_doctor_title");
  await expect(details).toContainText(doctor.email);
  await expect(details).toContainText(t("admin_did_approve"));
  await expectAccessible(page);
  await button(details, "admin_suspend").click();
  const suspended = question(page, "admin_suspend_title", name);
  await decide(page, suspended, "admin_suspend", `/doctors/${doctor.id}/suspend`, "Under review");
  await expect(details.getByText(t("admin_suspended"), { exact: true }).first()).toBeVisible();
  await expect(details).toContainText("Under review");
  expect(await toPatients()).toBe(404);

  await button(details, "admin_restore").click();
  const restored = question(page, "admin_restore_title", name);
  await decide(page, restored, "admin_restore", `/doctors/${doctor.id}/restore`);
  expect(await toPatients()).toBe(200);
  const told = await auditRows(page, doctor.name);
  await expect(told).toHaveCount(3);
  await expect(told.first()).toContainText(t("admin_did_restore"));
});

test("an assistant is shown with the doctor, and removed with a reason", async ({ page, request }) => {
  const doctor = await approvedDoctor(request);
  const assistant = await staffOf(request, doctor);
  const deskStatus = () => request.get("/user/api/desk/me", { headers: assistant.headers });
  expect((await deskStatus()).status()).toBe(200);
  await signInAsAdmin(page);
  await page.goto(`/admin/doctorlist?doctor=${doctor.id}`);
  const details = sheet(page, "admin_doctor_title");
  const staff = details.getByRole("group", { name: t("desk_assistants"), exact: true });
  await expect(staff).toContainText(assistant.email);
  await expectAccessible(page);
  await button(staff, "security_end").click();
  const asked = question(page, "desk_end_title", assistant.name);
  await decide(page, asked, "security_end", "/admin/api/desk/", "A stranger");
  await expect(staff).toContainText(t("desk_staff_none_title"));
  expect((await deskStatus()).status()).toBe(401);
});

test("the browser's Back closes the dialog that a list opened", async ({ page, request }) => {
  const doctor = await listedDoctor(request);
  await signInAsAdmin(page);
  await page.goto(`/admin/doctorlist#${new URLSearchParams({ q: doctor.name })}`);
  await button(page, "admin_details").click();
  await expect(page).toHaveURL(/doctor=/);
  await expect(sheet(page, "admin_doctor_title")).toBeVisible();
  await page.goBack();
  await expect(sheet(page, "admin_doctor_title")).toBeHidden();
  await expect(button(page, "admin_details")).toBeFocused();
});

test("the audit log is filtered by action, subject, actor and date", async ({ page, request }) => {
  const doctor = await listedDoctor(request);
  await signInAsAdmin(page);
  await expect(await auditRows(page, doctor.name)).toHaveCount(1);
  await filterBy(page, "admin_audit_subject", "subject", "doctor");
  await filterBy(page, "admin_audit_actor", "actor", "admin");
  await filterBy(page, "admin_audit_action", "action", "approve");
  await expect(row(page, doctor.name)).toHaveCount(1);
  await filterBy(page, "admin_audit_action", "action", "reject");
  await expect(page.getByText(t("admin_audit_no_match"))).toBeVisible();
  await button(page, "find_clear").first().click();
  await expect(page).toHaveURL("/admin/audit");
  await expect(page.getByText(t("admin_audit_no_match"))).toBeHidden();
  await field(page, "leave_to").fill("2020-01-01");
  await expect(page.getByText(t("admin_audit_no_match"))).toBeVisible();
});

test("an application is rejected with the keyboard alone", async ({ page, request }) => {
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
