/**
 * A bad connection: none, one that breaks, a busy server. Waiting is always visible, nothing is sent without a press, and content on the
 * screen stays there.
 */
import type { Locator, Page, Route } from "@playwright/test";
import { signInAsAdmin } from "./admins";
import { bookVisit } from "./clinic";
import { installClock } from "./clock";
import { confirmedRequest, newDonor, newRequest, quietPlace, registeredDonor } from "./donors";
import { expect, expectMessage, test } from "./fixtures";
import { mailedLink, registered, signInAsUser } from "./people";
import { answeredAgain, devices, hydrated, loseAnswers } from "./site";
import { textsIn } from "./texts";
import { listedDoctor, signInAsDoctor } from "./workers";

const busyText = "We are busy at this moment. Please try again.";

// The browser's messages about a connection that the test breaks.
test.use({ expectedComplaints: [/ERR_|Failed to load resource/] });

const breakOff = (route: Route) => route.abort();
const busy = (route: Route) =>
  route.fulfill({
    status: 503,
    contentType: "application/problem+json",
    json: { type: "about:blank", title: "Busy", status: 503, code: "busy", message: busyText },
  });

/** The scripts of messages are downloaded after the page. */
async function messagesReady(page: Page): Promise<void> {
  const found = await page.waitForFunction(
    () =>
      performance.getEntriesByType("resource").find(({ name }) => /toast-region[^/]*\.js$/.test(name))?.name,
  );
  await page.evaluate((address) => import(address), (await found.jsonValue()) ?? "");
}

/** Records every write that is sent from now on. */
function writes(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return sent;
}

/** Back online; queued requests have been sent before this returns. */
async function backOnline(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.waitForFunction(() => navigator.onLine);
  await page.evaluate(() => fetch("/healthz"));
}

/** As if the tab became visible after a while: shown data is fetched again. */
async function comeBackLater(page: Page): Promise<void> {
  await page.clock.fastForward(60_000);
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
}

/** The texts of the pages in one language, and locators. */
function pages(language: string) {
  const t = textsIn(language);
  const button = (where: Locator | Page, key: string) =>
    where.getByRole("button", { name: t(key), exact: true });
  return {
    t,
    button,
    /** The unobtrusive notice next to data that could not be refreshed. */
    staleLine: (where: Locator | Page) =>
      where.getByRole("status").filter({ hasText: t("list_refresh_failed") }),
    slotPanel: (page: Page) => page.getByRole("dialog", { name: t("schedule_title"), exact: true }),
    patientName: (page: Page) => page.getByLabel(t("confirm_patient_name"), { exact: true }),
    /** The confirmation page of a new doctor's slot, as a new user. */
    async atConfirmation(page: Page): Promise<void> {
      const { id } = await listedDoctor(page.request);
      await signInAsUser(page);
      await page.goto(`/doctors/${id}?book=1`);
      const dialog = page.getByRole("dialog", { name: t("schedule_title"), exact: true });
      const times = dialog.getByRole("group", { name: t("slot_choose_time") });
      await times.getByRole("radio").first().check();
      await button(dialog, "slot_proceed").click();
      await page.getByLabel(t("confirm_patient_name"), { exact: true }).fill("Amma Nair");
      await messagesReady(page);
    },
  };
}

for (const { language, viewport } of devices) {
  const { t, button, patientName, atConfirmation } = pages(language);

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ language, viewport });

    async function atLogin(page: Page): Promise<string> {
      const { email, password } = await registered(page.request);
      await page.goto("/login");
      await hydrated(page);
      await messagesReady(page);
      await page.getByLabel(t("login_name"), { exact: true }).fill(email);
      await page.getByLabel(t("field_password"), { exact: true }).fill(password);
      return email;
    }

    /** On the list of the user's visits, with one that can be cancelled. */
    async function atOwnVisit(page: Page) {
      const doctor = await listedDoctor(page.request);
      await bookVisit(page.request, doctor.id, { user: await signInAsUser(page) });
      await page.goto("/user/bookings");
      const card = page.getByRole("article").filter({ hasText: doctor.name });
      const cancel = async () => {
        await button(card, "booking_cancel").click();
        await button(page.getByRole("dialog"), "booking_cancel_yes").click();
        await expect(page.getByRole("dialog")).toBeHidden();
      };
      await expect(card).toBeVisible();
      await messagesReady(page);
      return { card, cancel };
    }

    test("a button that waits keeps its name and the focus, and says that it waits", async ({ page }) => {
      let letGo = () => {};
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await page.route("**/user/api/login", async (route) => {
        await held;
        await route.continue();
      });
      await atLogin(page);
      await button(page, "login_button").click();
      const waiting = page.locator("button[aria-busy=true]");
      await expect(waiting).toHaveAccessibleName(t("login_button"));
      await expect(waiting).toHaveAttribute("aria-disabled", "true");
      await expect(waiting).toBeFocused();
      await expect(page.locator("[data-live-announcer][aria-live=polite]")).toHaveText(t("status_busy"));
      letGo();
      await expect(page).toHaveURL("/");
    });

    test("without a connection a login says so at once and keeps what was typed; the next press sends it", async ({
      page,
    }) => {
      const email = await atLogin(page);
      await page.context().setOffline(true);
      await button(page, "login_button").click();
      await expectMessage(page, t("error_offline_not_sent"));
      await expect(page.getByLabel(t("login_name"), { exact: true })).toHaveValue(email);
      const sent = writes(page);
      await backOnline(page);
      expect(sent).toEqual([]);
      await button(page, "login_button").click();
      await expect(page).toHaveURL("/");
      expect(sent).toEqual(["POST /user/api/login"]);
    });

    test("without a connection a booking says so at once and keeps what was typed; the next press makes it", async ({
      page,
    }) => {
      await atConfirmation(page);
      await page.context().setOffline(true);
      await button(page, "patient_submit").click();
      await expectMessage(page, `${t("booking_failed")} ${t("error_offline_not_sent")}`);
      await expect(patientName(page)).toHaveValue("Amma Nair");
      const sent = writes(page);
      await backOnline(page);
      expect(sent).toEqual([]);
      await button(page, "patient_submit").click();
      await expect(page).toHaveURL(/\/category\?booked=/);
      expect(sent).toHaveLength(1);
    });

    test("without a connection a cancel says so at once and keeps the list; the next press makes it", async ({
      page,
    }) => {
      const { card, cancel } = await atOwnVisit(page);
      await page.context().setOffline(true);
      await cancel();
      await expectMessage(page, t("error_offline_not_sent"));
      await expect(button(card, "booking_cancel")).toBeVisible();
      const sent = writes(page);
      await backOnline(page);
      expect(sent).toEqual([]);
      await cancel();
      await expect(card.getByText(t("status_cancelled"), { exact: true })).toBeVisible();
      expect(sent).toHaveLength(1);
    });

    test("without a connection a donor's yes says so at once; the next press says it", async ({
      page,
      request,
    }) => {
      const place = await quietPlace(request);
      const donor = await registeredDonor(request, newDonor(place));
      await confirmedRequest(request, newRequest(place));
      await page.goto(await mailedLink(donor.Email, "/bloodanswer"));
      await expect(button(page, "blood_accept")).toBeVisible();
      await messagesReady(page);
      await page.context().setOffline(true);
      await button(page, "blood_accept").click();
      await expectMessage(page, t("error_offline_not_sent"));
      const sent = writes(page);
      await backOnline(page);
      expect(sent).toEqual([]);
      await button(page, "blood_accept").click();
      await expect(page.getByRole("heading", { name: t("blood_answer_accepted") })).toBeVisible();
      expect(sent).toEqual(["POST /user/api/bloodanswer/accept"]);
    });

    test("a booking whose answer is lost is not made twice: pressed again, the page says that it is booked", async ({
      page,
    }) => {
      await atConfirmation(page);
      const path = "**/user/api/doctor/*/appointment/booking/*";
      await loseAnswers(page, path);
      await button(page, "patient_submit").click();
      await expectMessage(page, t("error_outcome_unknown"));
      await expect(patientName(page)).toHaveValue("Amma Nair");
      const booked = await answeredAgain(page, path, () => button(page, "patient_submit").click());
      await expectMessage(page, booked);
      await expect(page).toHaveURL(/\/category\?booked=/);
      await page.goto("/user/bookings");
      await expect(page.getByRole("article")).toHaveCount(1);
    });

    test("a cancel whose answer is lost is no failure: pressed again, the page says that it is cancelled", async ({
      page,
    }) => {
      const { card, cancel } = await atOwnVisit(page);
      const path = "**/user/api/appointment/cancel/*";
      const list = "**/user/api/previous/booking/**";
      await loseAnswers(page, path);
      // The connection is as bad for the list, which would otherwise show it.
      await page.route(list, breakOff);
      await cancel();
      await expectMessage(page, t("error_outcome_unknown"));
      await expectMessage(page, await answeredAgain(page, path, cancel));
      await page.unroute(list);
      await page.reload();
      await expect(card.getByText(t("status_cancelled"), { exact: true })).toBeVisible();
    });
  });
}

const { t, button, staleLine, slotPanel } = pages("en");

test("without a connection a menu that was not downloaded yet leaves the page standing", async ({ page }) => {
  await page.goto("/viewdoctors");
  await hydrated(page);
  await messagesReady(page);
  const cards = page.getByRole("article");
  await expect(cards.first()).toBeVisible();
  await page.context().setOffline(true);
  await button(page, "nav_account").click();
  await expectMessage(page, t("error_offline"));
  await expect(cards.first()).toBeVisible();
  await backOnline(page);
  await button(page, "nav_account").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
});

test.describe("what is on the screen stays there", () => {
  test.beforeEach(({ page }) => installClock(page));

  test("the list of doctors, when its next page fails and when a refresh does", async ({ page }) => {
    const next = /finddoctors\?.*cursor=/;
    await page.route(next, busy);
    await page.goto("/viewdoctors");
    const cards = page.getByRole("article");
    await expect(cards.first()).toBeVisible();
    const first = await cards.count();
    await page.keyboard.press("End");
    await expect(page.getByText(`${t("list_more_failed")} ${busyText}`)).toBeVisible();
    await expect(cards).toHaveCount(first);
    await page.unroute(next);
    await button(page, "action_try_again").click();
    await expect(cards.nth(first)).toBeVisible();

    const all = "**/user/api/finddoctors?**";
    await page.route(all, busy);
    await comeBackLater(page);
    await expect(staleLine(page)).toContainText(busyText);
    await expect(cards.nth(first)).toBeVisible();
    await page.unroute(all);
    await button(staleLine(page), "action_try_again").click();
    await expect(staleLine(page)).toBeHidden();
    await expect(cards.nth(first)).toBeVisible();
  });

  test("the own bookings, without a connection and on a line that breaks", async ({ page }) => {
    const doctor = await listedDoctor(page.request);
    await bookVisit(page.request, doctor.id, { user: await signInAsUser(page) });
    await page.goto("/user/bookings");
    const card = page.getByRole("article").filter({ hasText: doctor.name });
    await expect(card).toBeVisible();
    await page.context().setOffline(true);
    await comeBackLater(page);
    await expect(staleLine(page)).toContainText(t("error_offline"));
    await expect(card).toBeVisible();
    await page.context().setOffline(false);
    await expect(staleLine(page)).toBeHidden();

    await page.route("**/user/api/previous/booking/**", breakOff);
    await comeBackLater(page);
    await expect(staleLine(page)).toContainText(t("error_no_connection"));
    await expect(card).toBeVisible();
  });

  test("the doctor's day, when the news of a booking cannot be followed by the list", async ({
    page,
    request,
  }) => {
    const { id } = await signInAsDoctor(page);
    const known = await bookVisit(request, id);
    const stream = page.waitForResponse("**/user/api/doctor/events/**");
    await page.goto("/doctor/appointments");
    await stream;
    const requests = page.getByRole("region", { name: t("clinic_requests"), exact: true });
    await expect(requests.getByText(known.name)).toBeVisible();
    const lists = /\/user\/api\/doctor\/appointment/;
    await page.route(lists, busy);
    const news = await bookVisit(request, id);
    await expect(staleLine(requests)).toContainText(busyText);
    await expect(requests.getByText(known.name)).toBeVisible();
    await page.unroute(lists);
    await button(staleLine(requests), "action_try_again").click();
    await expect(requests.getByText(news.name)).toBeVisible();
    await expect(staleLine(requests)).toBeHidden();
  });

  test("the administrator's lists, when the next page fails and when a refresh does", async ({ page }) => {
    await signInAsAdmin(page);
    const list = /doctors\/view\/data\?/;
    await page.route(list, (route) =>
      route.request().headers()["x-cursor"] ? busy(route) : route.continue(),
    );
    const listed = page.waitForResponse(list);
    await page.goto("/admin/doctorlist");
    const first: number = (await (await listed).json()).data.length;
    const cards = page.getByRole("article");
    await expect(cards.nth(first - 1)).toBeVisible();
    await page.keyboard.press("End");
    await expect(page.getByText(`${t("list_more_failed")} ${busyText}`)).toBeVisible();
    await page.unroute(list);
    // The page may refresh its list meanwhile, and fetch the rest: then there is no button to press.
    await expect(async () => {
      const more = button(page, "action_try_again");
      if (await more.isVisible()) await more.click({ timeout: 2_000 });
      await expect(cards.nth(first)).toBeVisible({ timeout: 2_000 });
    }).toPass();

    await page.goto("/admin/userlist");
    const rows = page.getByRole("rowheader");
    await expect(rows.first()).toBeVisible();
    await page.route("**/admin/api/userdata?**", busy);
    await comeBackLater(page);
    await expect(staleLine(page)).toContainText(busyText);
    await expect(rows.first()).toBeVisible();
  });
});

test.describe("only a doctor who is not there is said not to be", () => {
  for (const [name, fail, words] of [
    ["on a line that breaks", breakOff, t("error_no_connection")],
    ["at a busy server", busy, busyText],
  ] as const) {
    test(`the doctor's page ${name}`, async ({ page, request }) => {
      const doctor = await listedDoctor(request);
      const path = `**/user/api/doctor/${doctor.id}`;
      // Opened by its address, the page has the doctor embedded.
      await page.goto(`/viewdoctors?${new URLSearchParams({ q: doctor.name })}`);
      await hydrated(page);
      await page.route(path, fail);
      await page.getByRole("link", { name: doctor.name }).click();
      await expect(page.getByRole("alert")).toContainText(words);
      await expect(page.getByText(t("doctor_unknown"))).toBeHidden();
      await page.unroute(path);
      await button(page, "action_try_again").click();
      await expect(page.getByRole("heading", { level: 1 })).toContainText(doctor.name);
    });

    test(`the slot panel and its times ${name}`, async ({ page }) => {
      const { id } = await listedDoctor(page.request);
      await signInAsUser(page);
      const about = `**/user/api/doctor/${id}`;
      const times = new RegExp(`/user/api/doctor/${id}/(availability|slots)`);
      await page.route(about, fail);
      await page.route(times, fail);
      // The list does not have the doctor, so the panel asks.
      await page.goto(`/viewdoctors?q=nobody&doctor=${id}`);
      const dialog = slotPanel(page);
      await expect(dialog.getByRole("alert")).toContainText(words);
      await expect(dialog.getByText(t("slot_doctor_gone"))).toBeHidden();
      await page.unroute(about);
      await button(dialog, "action_try_again").click();
      const line = dialog.getByRole("status").filter({ hasText: t("slot_load_failed") });
      await expect(line).toContainText(words);
      await page.unroute(times);
      await button(line, "action_try_again").click();
      await expect(dialog.getByRole("group", { name: t("slot_choose_time") })).toBeVisible();
    });
  }

  test("an unknown doctor's page and panel", async ({ page }) => {
    await signInAsUser(page);
    await page.goto("/doctors/nobody");
    await expect(page.getByRole("heading", { name: t("doctor_unknown") })).toBeVisible();
    await page.goto("/viewdoctors?doctor=nobody");
    await expect(slotPanel(page).getByText(t("slot_doctor_gone"))).toBeVisible();
  });
});
