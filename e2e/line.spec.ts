/**
 * A bad line: no connection, one that breaks, a server that is busy. Nobody waits without a word, nothing is sent but by
 * a press, and what is on the screen stays there.
 */
import type { APIRequestContext, Locator, Page, Route } from "@playwright/test";
import { signInAsAdmin } from "./admins";
import { bookVisit, newPatient } from "./clinic";
import { daysAhead, findDoctors, freeTimes } from "./doctors";
import { confirmedRequest, mailedLink, newDonor, quietPlace, registeredDonor } from "./donors";
import { expect, test } from "./fixtures";
import { newPerson, registered, signInAsUser } from "./people";
import { hydrated } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor } from "./workers";

const t = textsIn("en");
const busyText = "We are busy at this moment. Please try again.";

// What the browser itself says of a line that the test breaks.
test.use({ expectedComplaints: [/ERR_|Failed to load resource/] });

const toast = (page: Page, text: string) => page.getByRole("alertdialog").filter({ hasText: text });
const button = (where: Locator | Page, key: string) =>
  where.getByRole("button", { name: t(key), exact: true });

const breakOff = (route: Route) => route.abort();
const busy = (route: Route) =>
  route.fulfill({
    status: 503,
    contentType: "application/problem+json",
    json: { type: "about:blank", title: "Busy", status: 503, code: "busy", message: busyText },
  });

/** What draws the messages is downloaded behind the page. */
async function messagesReady(page: Page): Promise<void> {
  const found = await page.waitForFunction(
    () =>
      performance.getEntriesByType("resource").find(({ name }) => /toast-region[^/]*\.js$/.test(name))?.name,
  );
  await page.evaluate((address) => import(address), (await found.jsonValue()) ?? "");
}

/** Everything that is sent to change something. */
function writes(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && !request.url().includes("/events")) {
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
    }
  });
  return sent;
}

/** Back online; what was kept to be sent then is on its way before this ends. */
async function backOnline(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.waitForFunction(() => navigator.onLine);
  await page.evaluate(() => fetch("/healthz"));
}

/** As if the tab came into sight after a while: what is shown is asked for anew. */
async function comeBackLater(page: Page): Promise<void> {
  await page.clock.fastForward(60_000);
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
}

async function firstFree(request: APIRequestContext, doctorId: string) {
  const date = (await daysAhead(request, doctorId)).findLast(({ free }) => free > 0)?.day ?? "";
  return { date, time: (await freeTimes(request, doctorId, date))[0] ?? "" };
}

/** A new user with one visit ahead, signed in on this device. */
async function signInWithVisit(page: Page): Promise<{ doctor: string }> {
  const doctor = await approvedDoctor(page.request);
  await signInAsUser(page);
  await page.goto("/user/bookings");
  const [token, id] = await page.evaluate(() => [
    window.localStorage.getItem("userToken"),
    window.localStorage.getItem("userId"),
  ]);
  const booked = await page.request.post(`/user/api/doctor/${doctor.id}/appointment/booking/${id}`, {
    headers: { Authorization: `Bearer ${token}` },
    data: {
      name: "Asha Nair",
      phoneNumber: newPerson().phone_number,
      ...(await firstFree(page.request, doctor.id)),
    },
  });
  expect(booked.ok(), await booked.text()).toBe(true);
  return { doctor: doctor.name };
}

/** On the page that confirms a visit with a doctor of the test's own, as a new user. */
async function atConfirmation(page: Page): Promise<void> {
  const { id } = await approvedDoctor(page.request);
  await signInAsUser(page);
  await page.goto(`/doctors/${id}?book=1`);
  const dialog = page.getByRole("dialog", { name: t("schedule_title"), exact: true });
  await dialog
    .getByRole("group", { name: t("schedule_time") })
    .getByRole("radio")
    .first()
    .check();
  await button(dialog, "schedule_proceed").click();
  await expect(page).toHaveURL("/doctor/appointment");
  await page.getByLabel(t("patient_name"), { exact: true }).fill("Amma Nair");
  await messagesReady(page);
}

test("a button that waits keeps its name and the focus, and says that it waits", async ({
  page,
  request,
}) => {
  const { email, password } = await registered(request);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/user/api/login", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/login");
  await hydrated(page);
  await page.getByLabel(t("login_name"), { exact: true }).fill(email);
  await page.getByLabel(t("password"), { exact: true }).fill(password);
  await button(page, "login_button").click();
  const waiting = page.locator("button[aria-busy=true]");
  await expect(waiting).toHaveAccessibleName(t("login_button"));
  await expect(button(page, "login_button")).toBeFocused();
  await expect(waiting).toHaveAttribute("aria-disabled", "true");
  await expect(page.locator("[data-live-announcer][aria-live=polite]")).toHaveText(t("please_wait"));
  letGo();
  await expect(page).toHaveURL("/");
});

test.describe("without a connection", () => {
  test("a login says so at once, keeps what was typed, and is sent by the next press only", async ({
    page,
    request,
  }) => {
    const { email, password } = await registered(request);
    const sent = writes(page);
    await page.goto("/login");
    await hydrated(page);
    await messagesReady(page);
    await page.getByLabel(t("login_name"), { exact: true }).fill(email);
    await page.getByLabel(t("password"), { exact: true }).fill(password);
    await page.context().setOffline(true);
    await button(page, "login_button").click();
    await expect(toast(page, t("offline_nothing_sent"))).toBeVisible();
    await expect(page.getByLabel(t("login_name"), { exact: true })).toHaveValue(email);
    sent.length = 0;
    await backOnline(page);
    expect(sent).toEqual([]);
    await expect(page).toHaveURL("/login");
    await button(page, "login_button").click();
    await expect(page).toHaveURL("/");
    expect(sent).toEqual(["POST /user/api/login"]);
  });

  test("a booking says so at once, keeps what was typed, and is made by the next press only", async ({
    page,
  }) => {
    await atConfirmation(page);
    const sent = writes(page);
    await page.context().setOffline(true);
    await button(page, "patient_submit").click();
    await expect(toast(page, `${t("booking_failed")} ${t("offline_nothing_sent")}`)).toBeVisible();
    await expect(page.getByLabel(t("patient_name"), { exact: true })).toHaveValue("Amma Nair");
    sent.length = 0;
    await backOnline(page);
    expect(sent).toEqual([]);
    await button(page, "patient_submit").click();
    await expect(page).toHaveURL("/category");
    expect(sent).toHaveLength(1);
  });

  test("a cancel says so at once, keeps the list, and is made by the next press only", async ({ page }) => {
    const { doctor } = await signInWithVisit(page);
    await page.goto("/user/bookings");
    const card = page.getByRole("article").filter({ hasText: doctor });
    await expect(card).toBeVisible();
    await messagesReady(page);
    const sent = writes(page);
    const cancel = async () => {
      await button(card, "booking_cancel").click();
      await button(page.getByRole("dialog"), "booking_cancel_yes").click();
    };
    await page.context().setOffline(true);
    await cancel();
    await expect(toast(page, t("offline_nothing_sent"))).toBeVisible();
    await expect(card).toBeVisible();
    await expect(button(card, "booking_cancel")).toBeVisible();
    sent.length = 0;
    await backOnline(page);
    expect(sent).toEqual([]);
    await cancel();
    await expect(card.getByText(t("status_cancelled"))).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  test("a donor's yes says so at once, and is said by the next press only", async ({ page, request }) => {
    const place = await quietPlace(request);
    const donor = await registeredDonor(request, newDonor(place));
    await confirmedRequest(request, place);
    await page.goto(await mailedLink(donor.Email, "/bloodanswer"));
    await expect(button(page, "blood_accept")).toBeVisible();
    await messagesReady(page);
    const sent = writes(page);
    await page.context().setOffline(true);
    await button(page, "blood_accept").click();
    await expect(toast(page, t("offline_nothing_sent"))).toBeVisible();
    await expect(button(page, "blood_accept")).toBeVisible();
    sent.length = 0;
    await backOnline(page);
    expect(sent).toEqual([]);
    await button(page, "blood_accept").click();
    await expect(page.getByRole("heading", { name: t("blood_answer_accepted") })).toBeVisible();
    expect(sent).toEqual(["POST /user/api/bloodanswer/accept"]);
  });

  test("a menu that was not downloaded yet leaves the page standing", async ({ page }) => {
    await signInAsUser(page);
    await page.goto("/viewdoctors");
    await hydrated(page);
    await messagesReady(page);
    const cards = page.getByRole("article");
    await expect(cards.first()).toBeVisible();
    await page.context().setOffline(true);
    await button(page, "account").click();
    await expect(toast(page, t("offline"))).toBeVisible();
    await expect(cards.first()).toBeVisible();
    await page.context().setOffline(false);
    await button(page.getByRole("alertdialog"), "close").click();
    await button(page, "account").click();
    await expect(page.getByRole("menu")).toBeVisible();
  });
});

test("a booking whose answer is lost says to look first; it is in the list, and not made twice", async ({
  page,
}) => {
  await atConfirmation(page);
  const path = "**/user/api/doctor/*/appointment/booking/*";
  await page.route(path, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button(page, "patient_submit").click();
  await expect(page.getByRole("alert")).toContainText(t("booking_outcome_unknown"));
  await expect(page.getByLabel(t("patient_name"), { exact: true })).toHaveValue("Amma Nair");
  await page.unroute(path);
  await button(page, "patient_submit").click();
  await expect(page).toHaveURL("/category");
  await page.goto("/user/bookings");
  await expect(page.getByRole("article")).toHaveCount(1);
});

test.describe("what is on the screen stays there", () => {
  test.beforeEach(({ page }) => page.clock.install());

  test("the list of doctors, when a refresh fails and when its next page does", async ({ page }) => {
    const next = /finddoctors\?.*cursor=/;
    await page.route(next, busy);
    await page.goto("/viewdoctors");
    const cards = page.getByRole("article");
    await cards.nth(5).scrollIntoViewIfNeeded();
    await expect(page.getByText(`${t("more_failed")} ${busyText}`)).toBeVisible();
    await expect(cards).toHaveCount(6);
    await page.unroute(next);
    await button(page, "try_again").click();
    await expect(cards.nth(6)).toBeVisible();

    const all = "**/user/api/finddoctors?**";
    await page.route(all, busy);
    await comeBackLater(page);
    const line = page.getByRole("status").filter({ hasText: t("refresh_failed") });
    await expect(line).toContainText(busyText);
    await expect(cards.nth(6)).toBeVisible();
    await page.unroute(all);
    await button(line, "try_again").click();
    await expect(line).toBeHidden();
    await expect(cards.nth(6)).toBeVisible();
  });

  test("the own bookings, without a connection and on a line that breaks", async ({ page }) => {
    const { doctor } = await signInWithVisit(page);
    await page.goto("/user/bookings");
    const card = page.getByRole("article").filter({ hasText: doctor });
    await expect(card).toBeVisible();
    await page.context().setOffline(true);
    await comeBackLater(page);
    const line = page.getByRole("status").filter({ hasText: t("refresh_failed") });
    await expect(line).toContainText(t("offline"));
    await expect(card).toBeVisible();
    await page.context().setOffline(false);
    await expect(line).toBeHidden();

    await page.route("**/user/api/previous/booking/**", breakOff);
    await comeBackLater(page);
    await expect(line).toContainText(t("no_connection"), { timeout: 20_000 });
    await expect(card).toBeVisible();
  });

  test("the doctor's day, when the news of a booking cannot be followed by the list", async ({
    page,
    request,
  }) => {
    const { id, token } = await approvedDoctor(request);
    await page.addInitScript(
      ([docToken, docId]) => {
        window.localStorage.setItem("docToken", docToken);
        window.localStorage.setItem("docId", docId);
      },
      [token, id] as const,
    );
    await bookVisit(request, id, await newPatient(request), "Asha Nair");
    const stream = page.waitForResponse("**/user/api/doctor/events/**");
    await page.goto("/doctor/appointments");
    await stream;
    const requests = page.getByRole("region", { name: t("clinic_requests"), exact: true });
    await expect(requests.getByText("Asha Nair")).toBeVisible();
    const lists = /\/user\/api\/doctor\/appointment/;
    await page.route(lists, busy);
    await bookVisit(request, id, await newPatient(request), "Beena Nair");
    const line = requests.getByRole("status").filter({ hasText: t("refresh_failed") });
    await expect(line).toContainText(busyText);
    await expect(requests.getByText("Asha Nair")).toBeVisible();
    await page.unroute(lists);
    await button(line, "try_again").click();
    await expect(requests.getByText("Beena Nair")).toBeVisible();
    await expect(line).toBeHidden();
  });

  test("the administrator's lists, when a refresh fails and when the next page does", async ({ page }) => {
    await signInAsAdmin(page);
    const next = /doctors\/view\/data\?.*cursor=/;
    await page.route(next, busy);
    const listed = page.waitForResponse(/doctors\/view\/data\?/);
    await page.goto("/admin/doctorlist");
    const first: number = (await (await listed).json()).data.length;
    const cards = page.getByRole("article");
    await cards.nth(first - 1).scrollIntoViewIfNeeded();
    await expect(page.getByText(`${t("more_failed")} ${busyText}`)).toBeVisible();
    await expect(cards).toHaveCount(first);
    await page.unroute(next);
    await button(page, "try_again").click();
    await expect(cards.nth(first)).toBeVisible();

    await page.goto("/admin/userlist");
    const rows = page.getByRole("rowheader");
    await expect(rows.first()).toBeVisible();
    await page.route("**/admin/api/userdata?**", busy);
    await comeBackLater(page);
    await expect(page.getByRole("status").filter({ hasText: t("refresh_failed") })).toContainText(busyText);
    await expect(rows.first()).toBeVisible();
  });
});

test.describe("only a doctor who is not there is said not to be", () => {
  for (const [name, fail, words] of [
    ["on a line that breaks", breakOff, t("no_connection")],
    ["at a busy server", busy, busyText],
  ] as const) {
    test(`the doctor's page ${name}`, async ({ page, request }) => {
      const doctor = (await findDoctors(request, {})).data[0];
      const path = `**/user/api/doctor/${doctor?._id}`;
      await page.route(path, fail);
      await page.goto(`/doctors/${doctor?._id}`);
      await expect(page.getByRole("alert")).toContainText(words, { timeout: 20_000 });
      await expect(page.getByText(t("doctor_unknown"))).toBeHidden();
      await page.unroute(path);
      await button(page, "try_again").click();
      await expect(page.getByRole("heading", { level: 1 })).toContainText(doctor?.full_Name ?? "");
    });

    test(`the slot panel ${name}`, async ({ page }) => {
      await signInAsUser(page);
      await page.goto("/viewdoctors");
      await hydrated(page);
      const path = /\/user\/api\/doctor\/[^/]+$/;
      await page.route(path, fail);
      await button(page.getByRole("article").first(), "book_clinic_visit").click();
      const dialog = page.getByRole("dialog", { name: t("schedule_title"), exact: true });
      await expect(dialog.getByRole("alert")).toContainText(words, { timeout: 20_000 });
      await expect(dialog.getByText(t("schedule_gone"))).toBeHidden();
      await page.unroute(path);
      await button(dialog, "try_again").click();
      await expect(button(dialog, "schedule_proceed")).toBeVisible();
    });

    test(`the free times ${name}`, async ({ page }) => {
      await signInAsUser(page);
      await page.goto("/viewdoctors");
      await hydrated(page);
      const path = /\/user\/api\/doctor\/[^/]+\/(availability|slots)/;
      await page.route(path, fail);
      await button(page.getByRole("article").first(), "book_clinic_visit").click();
      const dialog = page.getByRole("dialog", { name: t("schedule_title"), exact: true });
      const line = dialog.getByRole("status").filter({ hasText: t("slot_load_failed") });
      await expect(line).toContainText(words, { timeout: 20_000 });
      await page.unroute(path);
      await button(line, "try_again").click();
      await expect(dialog.getByRole("group", { name: t("schedule_time") })).toBeVisible();
    });
  }

  test("an unknown doctor's page and panel", async ({ page }) => {
    await signInAsUser(page);
    await page.goto("/doctors/nobody");
    await expect(page.getByRole("heading", { name: t("doctor_unknown") })).toBeVisible();
    await page.goto("/viewdoctors?doctor=nobody");
    await expect(page.getByRole("dialog").getByText(t("schedule_gone"))).toBeVisible();
  });
});
