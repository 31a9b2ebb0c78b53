import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectToFit } from "./accessible";
import { adminToken, newAdmin, signInAsAdmin } from "./admins";
import { latestAnswer } from "./answers";
import { bookVisit, decide } from "./clinic";
import { expect, expectMessage, test } from "./fixtures";
import { tabTo } from "./keyboard";
import { expectMail, newEmail, newName, newUser, registered } from "./people";
import { devices, hydrated, phone } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, listedDoctor, listedFacility, newFacility } from "./workers";

const grouped = (count: number) => String(count).replace(/\d(?=(\d\d)+\d$)/g, "$&,");

/** Opens a page of the administrator's area, and waits until its event stream is open. */
async function open(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse("**/admin/api/events");
  await page.goto(path);
  await hydrated(page);
  await stream;
}

interface Waiting {
  data: { total: number; messages: number };
}

const waiting = (page: Page) => latestAnswer<Waiting>(page, "/admin/api/notifications");

for (const { language, viewport } of devices) {
  const t = textsIn(language);
  const press = (where: Locator | Page, key: string) =>
    where.getByRole("button", { name: t(key), exact: true }).click();

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test.beforeEach(({ page }) => signInAsAdmin(page));

    test("a visitor's message arrives by itself, is answered by mail, and closed", async ({
      page,
      request,
    }) => {
      const [name, email] = [newName("Radhika"), newEmail("radhika")];
      const told = waiting(page);
      await open(page, "/admin/messages");
      await page.evaluate(() => document.body.setAttribute("data-never-reloaded", ""));
      const message = "How do I delete my account?";
      await request.post("/user/api/contact", { data: { name, email, message } });

      const card = page.getByRole("button", { name, exact: true });
      await expect(card).toBeVisible();
      const count = page.getByRole("banner").locator('a[href="/admin/messages"]');
      await expect
        .poll(async () => {
          const label = t("admin_messages_open_count", { count: `${(await told())?.data.messages}` });
          return (await count.getAttribute("aria-label")) === label;
        })
        .toBe(true);
      await expect(page.locator("body[data-never-reloaded]")).toHaveCount(1);

      await card.click();
      const sheet = page.getByRole("dialog");
      await expect(sheet).toContainText(message);
      await press(sheet, "admin_messages_send");
      await expect(sheet.getByLabel(t("admin_messages_answer"))).toBeFocused();
      await sheet.getByLabel(t("admin_messages_answer")).fill("Under Profile, at the very end.");
      await expectAccessible(page);
      const answered = page.waitForResponse("**/admin/api/messages/*/answer");
      await press(sheet, "admin_messages_send");
      await expectMessage(page, (await (await answered).json()).message);
      await expect(sheet.getByRole("listitem")).toHaveCount(2);
      await expect(sheet).toContainText(t("admin_messages_answered"));
      await expect(sheet.getByLabel(t("admin_messages_answer"))).toHaveValue("");
      await expectMail(email, "Under Profile, at the very end.");

      await press(sheet, "admin_messages_close");
      await expect(sheet).toContainText(t("admin_messages_is_closed"));
      await press(sheet, "action_close");
      await expect(sheet).toBeHidden();
      await expect(card).toBeHidden();
      await page.getByRole("tab", { name: t("admin_messages_closed") }).click();
      await expect(card).toBeVisible();
    });

    for (const view of ["notification", "userlists", "workerslist", "orderslist"]) {
      test(`the view ${view} is sound`, async ({ page }) => {
        await open(page, `/admin/home/${view}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByRole("status").filter({ hasText: t("status_loading") })).toHaveCount(0);
        await expectAccessible(page);
        await expectToFit(page);
      });
    }
  });
}

const t = textsIn("en");

test("the dashboard shows what the server counts", async ({ page }) => {
  await signInAsAdmin(page);
  const totals = {
    admin_home_total_users: latestAnswer<{ total: number }>(page, "/admin/api/userdata"),
    admin_home_total_hospitals: latestAnswer<{ total: number }>(page, "/admin/api/hospital/data/dashboard"),
    admin_home_total_doctors: latestAnswer<{ total: number }>(page, "/admin/api/doctors/data/dashboard"),
    admin_home_total_donors: latestAnswer<{ total: number }>(page, "/admin/api/blood/donors"),
  };
  const figures = page.waitForResponse("**/admin/api/dashboard");
  const newest = page.waitForResponse("**/admin/api/doctors/data/dashboard?limit=10");
  await open(page, "/admin/home/dashboard");
  const { yearly, sample } = (await (await figures).json()).data;

  for (const [key, total] of Object.entries(totals)) {
    const figure = page
      .getByRole("term")
      .filter({ hasText: t(key) })
      .locator("xpath=following-sibling::dd");
    await expect
      .poll(
        async () =>
          (await figure.textContent()) ===
          `${grouped((await total())?.total ?? -1)} ${t("admin_home_figure_unit")}`,
      )
      .toBe(true);
  }

  const sum = yearly.reduce((all: number, { amount }: { amount: number }) => all + amount, 0);
  const total = page.getByRole("paragraph").filter({ hasText: sample ? "$500,458" : `₹${grouped(sum)}` });
  await expect(total).toBeVisible();
  await expect(page.getByText(t("revenue_sample_title"))).toHaveCount(sample ? 2 : 0);
  for (const { year } of yearly)
    await expect(page.getByRole("rowheader", { name: String(year) })).toBeVisible();

  await expect(page.locator("canvas")).toHaveCount(2);
  const chart = page.getByRole("table", { name: t("admin_home_revenue") });
  await expect(chart.getByRole("row")).toHaveCount(31);
  await page.getByRole("radio", { name: t("revenue_weekly") }).check();
  await expect(chart.getByRole("row")).toHaveCount(8);

  const doctors = page.getByRole("table", { name: t("nav_doctors") });
  const { data } = await (await newest).json();
  await expect(doctors.getByRole("row")).toHaveCount(1 + data.length);
  await expect(doctors.getByRole("columnheader")).toHaveText([
    t("column_serial_short"),
    t("field_name"),
    t("admin_home_doctor_id"),
    t("join_specialization"),
    t("field_phone_number"),
    t("field_district"),
  ]);
});

/** Types into the search, and opens the only hit with the keyboard alone. */
async function seek(page: Page, text: string, kind: string): Promise<void> {
  await page.getByRole("combobox", { name: /^Search users/ }).focus();
  await page.keyboard.insertText(text);
  const hit = page.getByRole("group", { name: kind, exact: true }).getByRole("option");
  await expect(hit).toHaveCount(1);
  while ((await hit.getAttribute("aria-selected")) !== "true") await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listbox")).toBeHidden();
}

test.describe("on a phone", () => {
  test.use({ viewport: phone });
  test("the search is opened by a button", async ({ page, request }) => {
    await signInAsAdmin(page);
    const user = await registered(request);
    await open(page, "/admin/home/dashboard");
    await page.getByRole("banner").getByRole("button", { name: "Search", exact: true }).press("Enter");
    await seek(page, user.email, "Users");
    await expect(page.getByRole("dialog")).toContainText(user.email);
  });
});

test("the search finds people and bookings by name, number, e-mail and id", async ({ page, request }) => {
  const facility = newFacility();
  const [user, doctor] = await Promise.all([
    registered(request),
    listedDoctor(request),
    listedFacility(request, "Hospital", facility),
    signInAsAdmin(page),
  ]);
  const visit = await bookVisit(request, doctor.id);
  await open(page, "/admin/home/dashboard");

  await page.getByRole("combobox", { name: /^Search users/ }).fill(user.email);
  await expect(page.getByRole("group", { name: "Users", exact: true }).getByRole("option")).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole("combobox", { name: /^Search users/ }).fill("");

  for (const text of [user.email, user.phone_number]) {
    await seek(page, text, "Users");
    await expect(page).toHaveURL(/\/admin\/userlist\?/);
    await expect(page.getByRole("dialog")).toContainText(user.email);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }

  await seek(page, doctor.name, "Doctors");
  await expect(page).toHaveURL(/\/admin\/doctorlist\?/);
  await expect(page.getByRole("dialog")).toContainText(doctor.name);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  await seek(page, facility.License_number, "Hospitals");
  await expect(page).toHaveURL(/\/admin\/home\/workerslist\?category=Hospital/);
  const hospital = page.getByRole("dialog", { name: t("business_hospital"), exact: true });
  await expect(hospital).toContainText(facility.Hospital_name);
  await expect(hospital).toContainText(facility.Email);
  await expect(hospital).toContainText(t("admin_did_approve"));
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("table")).toContainText(facility.Hospital_name);
  await expect(page.getByRole("status").filter({ hasText: "1 entry" })).toBeVisible();

  const booking = page.getByRole("dialog", { name: t("admin_kind_booking"), exact: true });
  for (const text of [visit.name, visit.id]) {
    await seek(page, text, "Bookings");
    await expect(page).toHaveURL(`/admin/home/orderslist?booking=${visit.id}#q=${visit.id}`);
    await expect(booking).toContainText(visit.name);
    await expect(booking).toContainText(doctor.name);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("rowheader", { name: visit.name })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "1 entry" })).toBeVisible();
  }
  await page.getByRole("rowheader").getByRole("button", { name: visit.name }).click();
  await booking.getByRole("link", { name: doctor.name }).click();
  await expect(page).toHaveURL(`/admin/doctorlist?doctor=${doctor.id}`);
  await expect(page.getByRole("dialog")).toContainText(doctor.email);
});

test("a search for nobody says so", async ({ page }) => {
  await signInAsAdmin(page);
  await open(page, "/admin/home/dashboard");
  const nobody = newName("zzzz");
  await page.getByRole("combobox", { name: /^Search users/ }).fill(nobody);
  await expect(page.getByRole("status").filter({ hasText: `Nothing found for “${nobody}”.` })).toHaveCount(1);
  await expect(page.getByRole("option")).toHaveCount(0);
});

test("a message rings the bell, which leads to it, with the keyboard alone", async ({ page, request }) => {
  await signInAsAdmin(page);
  const told = waiting(page);
  await open(page, "/admin/home/dashboard");
  const rung = page.waitForResponse("**/admin/api/notifications");
  await request.post("/user/api/contact", {
    data: { name: "Radhika", email: newEmail("radhika"), message: "A question" },
  });
  await rung;
  const bell = page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
  await expect
    .poll(async () => {
      const label = t("admin_inbox_bell", { count: `${(await told())?.data.total}` });
      return (await bell.getAttribute("aria-label")) === label;
    })
    .toBe(true);
  await bell.press("Enter");
  const panel = page.getByRole("dialog", { name: "Notifications" });
  await expect(panel).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(bell).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, panel.getByRole("link", { name: /^Messages to answer/ }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/admin/messages");
  await expect(panel).toBeHidden();
});

test("an unknown view is said to be none", async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto("/admin/home/nothing");
  await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL("/admin/home/dashboard");
});

test("bookings are narrowed by their status and by their patient's number", async ({ page, request }) => {
  await signInAsAdmin(page);
  const [doctor, user] = await Promise.all([approvedDoctor(request), newUser(request)]);
  const rejected = await bookVisit(request, doctor.id, { user });
  await decide(request, doctor, "reject", rejected);
  const pending = await bookVisit(request, doctor.id, { user });
  const of = (name: string) => page.getByRole("rowheader", { name });

  await page.goto("/admin/home/orderslist");
  await page.getByLabel(t("admin_home_orders_search")).fill(user.phone_number);
  await expect(page).toHaveURL(`/admin/home/orderslist#q=${user.phone_number}`);
  await expect(page.getByRole("rowheader")).toHaveCount(2);
  await page.getByLabel(t("column_status"), { exact: true }).selectOption("Rejected");
  await expect(of(pending.name)).toBeHidden();
  await expect(of(rejected.name)).toBeVisible();
  await page.getByLabel(t("column_status"), { exact: true }).selectOption("Checked");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Clear filters" }).last().click();
  await expect(page).toHaveURL("/admin/home/orderslist");
  await page.getByLabel(t("admin_home_doctor_search")).fill(doctor.name);
  await expect(page.getByRole("rowheader")).toHaveCount(2);
  await page.getByLabel(t("admin_home_visit_day")).fill("2020-01-01");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
});

test.describe("the administrator's own password", () => {
  test.use({ expectedComplaints: [/status of 422/] });

  test("is changed here, and ends the other sessions", async ({ page, request }) => {
    const own = newAdmin();
    const elsewhere = await adminToken(request, own);
    await signInAsAdmin(page, await adminToken(request, own));
    await page.goto("/admin/password");
    const save = page.getByRole("button", { name: "Save password" });
    const current = page.getByLabel("Current password", { exact: true });

    await current.fill("not the password");
    await page.getByLabel("New password", { exact: true }).fill("another password");
    await page.getByLabel("Confirm Password", { exact: true }).fill("another password");
    await save.click();
    await expect(current).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel("New password", { exact: true })).toHaveValue("another password");
    await expectAccessible(page);

    await current.fill(own.password);
    const told = page.waitForResponse(
      (answer) => answer.ok() && answer.url().endsWith("/admin/api/password"),
    );
    await save.click();
    await expectMessage(page, (await (await told).json()).message);
    await expect(current).toHaveValue("");

    const headers = { Authorization: `Bearer ${elsewhere}` };
    expect((await request.get("/admin/api/notifications", { headers })).status()).toBe(401);
    expect((await request.post("/admin/api/login", { data: own })).status()).toBe(401);
    const changed = { ...own, password: "another password" };
    expect((await request.post("/admin/api/login", { data: changed })).status()).toBe(200);
    // This page continues with a separate token.
    const token = await page.evaluate(() => localStorage.getItem("adminToken"));
    const renewed = { Authorization: `Bearer ${token}` };
    expect((await request.get("/admin/api/notifications", { headers: renewed })).status()).toBe(200);
  });
});
