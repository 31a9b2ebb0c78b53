import { randomInt } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { newAdmin, signInAsAdmin } from "./admins";
import { bookVisit, newPatient } from "./clinic";
import { expect, test } from "./fixtures";
import { mailsTo, newPerson, registered } from "./people";
import { hydrated, languages } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, approvedFacility, newFacility } from "./workers";

const desk = { width: 1366, height: 768 };
const phone = { width: 390, height: 844 };

const toasts = (page: Page) => page.getByRole("alertdialog");
const grouped = (count: number) => String(count).replace(/\d(?=(\d\d)+\d$)/g, "$&,");

/** Opens a page of the administrator's, and waits until the server would tell it of news. */
async function open(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse("**/admin/api/events");
  await page.goto(path);
  await hydrated(page);
  await stream;
}

for (const language of languages) {
  const t = textsIn(language);
  const press = (where: Locator | Page, key: string) =>
    where.getByRole("button", { name: t(key), exact: true }).click();

  for (const viewport of [phone, desk]) {
    test.describe(`in ${language} at ${viewport.width} px`, () => {
      test.use({ viewport });

      test.beforeEach(async ({ context, baseURL }) => {
        await context.addCookies([{ name: "lang", value: language, url: baseURL }]);
      });

      test("a visitor's message arrives by itself, is answered by mail, and closed", async ({
        page,
        browser,
        baseURL,
      }) => {
        const { email } = newPerson();
        const name = `Radhika ${randomInt(1e9)}`;
        const { headers } = await signInAsAdmin(page);
        await open(page, "/admin/messages");
        await page.evaluate(() => document.body.setAttribute("data-never-reloaded", ""));

        const theirs = await browser.newContext({ baseURL, viewport });
        await theirs.addCookies([{ name: "lang", value: language, url: baseURL }]);
        const visitor = await theirs.newPage();
        await visitor.goto("/contact");
        await hydrated(visitor);
        await visitor.getByLabel(t("contact_name")).fill(name);
        await visitor.getByLabel(t("email")).fill(email);
        await visitor
          .getByRole("textbox", { name: t("contact_message") })
          .fill("How do I delete my account?");
        await press(visitor, "contact_send");
        await expect(visitor.getByRole("heading", { name: t("contact_sent_title") })).toBeFocused();
        await theirs.close();

        const card = page.getByRole("button", { name, exact: true });
        await expect(card).toBeVisible();
        // Other journeys send and answer at the same time, so the server says what the count is.
        await expect(async () => {
          const told = await page.request.get("/admin/api/notifications", { headers });
          const { messages } = (await told.json()).data;
          const label = t("admin_messages_open_count", { count: String(messages) });
          await expect(page.getByRole("banner").getByRole("link", { name: label })).toBeVisible({
            timeout: 500,
          });
        }).toPass();
        await expect(page.locator("body[data-never-reloaded]")).toHaveCount(1);
        await expectAccessible(page);

        await card.click();
        const sheet = page.getByRole("dialog");
        await expect(sheet).toContainText("How do I delete my account?");
        await press(sheet, "admin_messages_send");
        await expect(sheet.getByLabel(t("admin_messages_answer"))).toBeFocused();
        await sheet.getByLabel(t("admin_messages_answer")).fill("Under Profile, at the very end.");
        await expectAccessible(page);
        const told = page.waitForResponse("**/admin/api/messages/*/answer");
        await press(sheet, "admin_messages_send");
        const { message } = await (await told).json();
        await expect(toasts(page).filter({ hasText: message })).toBeVisible();
        await expect(sheet.getByRole("listitem")).toHaveCount(2);
        await expect(sheet).toContainText(t("admin_messages_answered"));
        await expect(sheet.getByLabel(t("admin_messages_answer"))).toHaveValue("");
        await expect
          .poll(() => mailsTo(email).some((mail) => mail.includes("Under Profile, at the very end.")))
          .toBe(true);

        await press(sheet, "admin_messages_close");
        await expect(sheet).toContainText(t("admin_messages_is_closed"));
        await press(sheet, "close");
        await expect(sheet).toBeHidden();
        await expect(card).toBeHidden();
        await page.getByRole("tab", { name: t("admin_messages_closed") }).click();
        await expect(card).toBeVisible();
      });
    });
  }

  test.describe(`the dashboard in ${language}`, () => {
    test.beforeEach(async ({ page, context, baseURL }) => {
      await context.addCookies([{ name: "lang", value: language, url: baseURL }]);
      await signInAsAdmin(page);
    });

    test("shows what the server counts", async ({ page }) => {
      // Others register meanwhile: what counts is the latest answer that the page itself got.
      const totals: Record<string, number> = {};
      page.on("response", async (answer) => {
        const { pathname } = new URL(answer.url());
        if (/\/(userdata|data\/dashboard|donors)$/.test(pathname))
          totals[pathname] = (await answer.json()).total;
      });
      const figures = page.waitForResponse("**/admin/api/dashboard");
      await open(page, "/admin/home/dashboard");
      const { yearly, sample } = (await (await figures).json()).data;

      for (const [key, path] of [
        ["admin_home_total_users", "/admin/api/userdata"],
        ["admin_home_total_hospitals", "/admin/api/hospital/data/dashboard"],
        ["admin_home_total_doctors", "/admin/api/doctors/data/dashboard"],
        ["admin_home_total_donors", "/admin/api/blood/donors"],
      ] as const) {
        const figure = page
          .getByRole("term")
          .filter({ hasText: t(key) })
          .locator("xpath=following-sibling::dd");
        await expect(async () => {
          const total = totals[path];
          if (total === undefined) throw new Error(`${path} was not asked`);
          await expect(figure).toHaveText(`${grouped(total)} ${t("admin_home_nos")}`, { timeout: 500 });
        }).toPass();
      }

      const sum = yearly.reduce((all: number, { amount }: { amount: number }) => all + amount, 0);
      const total = page.getByRole("paragraph").filter({ hasText: sample ? "$500,458" : `₹${grouped(sum)}` });
      await expect(total).toBeVisible();
      await expect(page.getByText(t("sample_data"))).toHaveCount(sample ? 2 : 0);
      for (const { year } of yearly)
        await expect(page.getByRole("rowheader", { name: String(year) })).toBeVisible();

      await expect(page.locator("canvas")).toHaveCount(2);
      const chart = page.getByRole("table", { name: t("admin_home_revenue") });
      await expect(chart.getByRole("row")).toHaveCount(31);
      await page.getByRole("radio", { name: t("revenue_weekly") }).check();
      await expect(chart.getByRole("row")).toHaveCount(8);

      const doctors = page.getByRole("table", { name: t("doctors_list") });
      await expect(doctors.getByRole("row")).toHaveCount(11);
      await expect(doctors.getByRole("columnheader")).toHaveText([
        t("serial_short"),
        t("profile_name"),
        t("admin_home_doctor_id"),
        t("join_specialization"),
        t("patient_phone"),
        t("find_district"),
      ]);
      await expectAccessible(page);
    });

    test("has its views, each sound on a phone and at a desk", async ({ page }) => {
      for (const view of ["notification", "userlists", "workerslist", "orderslist"]) {
        await page.setViewportSize(desk);
        await open(page, `/admin/home/${view}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByRole("status").filter({ hasText: t("loading") })).toHaveCount(0);
        await expectAccessible(page);
        await page.setViewportSize({ width: 360, height: 740 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `horizontal scrolling of ${view}`).toBeLessThanOrEqual(0);
        await expectAccessible(page);
      }
    });
  });
}

/** Types into the search that is in sight, and opens the one thing that is found, with the keyboard alone. */
async function seek(page: Page, text: string, kind: string): Promise<void> {
  const opener = page.getByRole("banner").getByRole("button", { name: "Search", exact: true });
  if (await opener.isVisible()) {
    await opener.focus();
    await page.keyboard.press("Enter");
  }
  const field = page.getByRole("combobox", { name: /^Search users/ });
  await field.focus();
  await page.keyboard.insertText(text);
  const group = page.getByRole("group", { name: kind, exact: true });
  await expect(group.getByRole("option")).toHaveCount(1);
  await expectAccessible(page);
  const hit = group.getByRole("option");
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press("ArrowDown");
    if ((await hit.getAttribute("aria-selected")) === "true") break;
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listbox")).toBeHidden();
}

for (const viewport of [phone, desk]) {
  test(`at ${viewport.width} px the search finds people and bookings by name, number, e-mail and id`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await signInAsAdmin(page);
    const user = await registered(page.request);
    const doctor = await approvedDoctor(page.request);
    const facility = newFacility();
    await approvedFacility(page.request, "Hospital", facility);
    const patient = `Kunjamma ${randomInt(1e9)}`;
    await bookVisit(page.request, doctor.id, await newPatient(page.request), patient);
    await open(page, "/admin/home/dashboard");

    await seek(page, user.email, "Users");
    await expect(page).toHaveURL(/\/admin\/userlist\?/);
    await expect(page.getByRole("dialog")).toContainText(user.email);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();

    await seek(page, user.phone_number, "Users");
    await expect(page.getByRole("dialog")).toContainText(user.email);
    await page.keyboard.press("Escape");

    await seek(page, doctor.name, "Doctors");
    await expect(page).toHaveURL(/\/admin\/doctorlist\?/);
    await expect(page.getByRole("dialog")).toContainText(doctor.name);
    await page.keyboard.press("Escape");

    await seek(page, facility.License_number, "Hospitals");
    await expect(page).toHaveURL(/\/admin\/home\/workerslist\?category=Hospital/);
    await expect(page.getByRole("table")).toContainText(facility.Hospital_name);
    await expect(page.getByRole("status").filter({ hasText: "1 entry" })).toBeVisible();

    await seek(page, patient, "Bookings");
    await expect(page).toHaveURL(/\/admin\/home\/orderslist\?q=/);
    await expect(page.getByRole("rowheader", { name: patient })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "1 entry" })).toBeVisible();
    const id = new URL(page.url()).searchParams.get("q") ?? "";
    await open(page, "/admin/home/dashboard");
    await seek(page, id, "Bookings");
    await expect(page.getByRole("rowheader", { name: patient })).toBeVisible();
  });
}

test("a search for nobody says so", async ({ page }) => {
  await signInAsAdmin(page);
  await open(page, "/admin/home/dashboard");
  await page.getByRole("combobox", { name: /^Search users/ }).fill("zzzz-nobody");
  await expect(page.getByRole("status").filter({ hasText: "Nothing found for “zzzz-nobody”." })).toHaveCount(
    1,
  );
  await expect(page.getByRole("option")).toHaveCount(0);
});

test("an application rings the bell, which leads to it, with the keyboard alone", async ({ page }) => {
  const { headers } = await signInAsAdmin(page);
  await open(page, "/admin/home/dashboard");
  await page.request.post("/user/api/contact", {
    data: { name: "Radhika", email: newPerson().email, message: "A question" },
  });
  const bell = page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
  await expect(async () => {
    const told = await page.request.get("/admin/api/notifications", { headers });
    const { total } = (await told.json()).data;
    await expect(bell).toHaveAccessibleName(`Notifications, ${total} waiting`, { timeout: 500 });
  }).toPass();
  await bell.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Notifications" });
  await expect(panel).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(bell).toBeFocused();
  await page.keyboard.press("Enter");
  const link = panel.getByRole("link", { name: /^Messages to answer/ });
  while (!(await link.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/admin/messages");
  await expect(panel).toBeHidden();
});

test("an unknown view is said to be none", async ({ page }) => {
  await signInAsAdmin(page);
  await open(page, "/admin/home/nothing");
  await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL("/admin/home/dashboard");
});

test("bookings are narrowed by their status and by their patient", async ({ page }) => {
  await signInAsAdmin(page);
  await open(page, "/admin/home/orderslist?status=Rejected");
  const badges = page
    .getByRole("table")
    .getByRole("row")
    .getByText(/^(Pending|Checked|Cancelled)$/);
  await expect(badges).toHaveCount(0);
  await page.getByLabel("Patient's name, phone number or booking id").fill("zzzz-nobody");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Clear filters" }).last().click();
  await expect(page).toHaveURL("/admin/home/orderslist");
  await expect(page.getByRole("row")).not.toHaveCount(0);
});

test.describe("the administrator's own password", () => {
  test.use({ expectedComplaints: [/status of 422/] });

  test("is changed here, and ends the other sessions", async ({ page }) => {
    const own = newAdmin();
    const elsewhere = await page.request.post("/admin/api/login", { data: own });
    const { token } = await elsewhere.json();
    await signInAsAdmin(page, own);
    await open(page, "/admin/password");
    const save = page.getByRole("button", { name: "Save the password" });

    await page.getByLabel("Current password", { exact: true }).fill("not the password");
    await page.getByLabel("New password", { exact: true }).fill("another password");
    await page.getByLabel("Confirm Password", { exact: true }).fill("another password");
    await save.click();
    await expect(page.getByLabel("Current password", { exact: true })).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await expect(page.getByLabel("New password", { exact: true })).toHaveValue("another password");
    await expectAccessible(page);

    await page.getByLabel("Current password", { exact: true }).fill(own.password);
    const told = page.waitForResponse("**/admin/api/password");
    await save.click();
    const { message } = await (await told).json();
    await expect(toasts(page).filter({ hasText: message })).toBeVisible();
    await expect(page.getByLabel("Current password", { exact: true })).toHaveValue("");

    const headers = { Authorization: `Bearer ${token}` };
    expect((await page.request.get("/admin/api/notifications", { headers })).status()).toBe(401);
    expect((await page.request.post("/admin/api/login", { data: own })).status()).toBe(401);
    const changed = { ...own, password: "another password" };
    expect((await page.request.post("/admin/api/login", { data: changed })).status()).toBe(200);
    await page.reload();
    await expect(page).toHaveURL("/admin/password");
    await expect(page.getByRole("heading", { level: 1, name: "Change password" })).toBeVisible();
  });
});
