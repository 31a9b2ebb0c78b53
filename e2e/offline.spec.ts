/**
 * The service worker in the real browser: what can be read without a connection, versions that change under open tabs, and a phone that
 * several people share. The connection is lost in a server in between (versions.ts), because a worker has connections of its own.
 */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { bookVisit, visitsToday } from "./clinic";
import { test as base, expect } from "./fixtures";
import { newUser, type User } from "./people";
import { dist, hydrated, languages, phone } from "./site";
import { textsIn } from "./texts";
import { type ServedVersions, servedVersions } from "./versions";
import { approvedDoctor } from "./workers";

const test = base.extend<{ served: ServedVersions }>({
  served: async ({ own }, use) => {
    const served = await servedVersions(own.origin);
    await use(served);
    await served.close();
  },
  baseURL: async ({ served }, use) => use(served.origin),
});

test.use({
  ownProgram: {},
  serviceWorkers: "allow",
  viewport: phone,
  language: "en",
  // The browser's messages about the connection that the tests break, and about a worker that cannot be fetched.
  expectedComplaints: [
    /ERR_|You are offline|Failed to load resource|Failed to fetch|service worker|could not be shown/i,
  ],
});

const t = textsIn("en");

const controlled = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** The worker controls the page, and keeps what it uses. */
async function kept(page: Page, address: string): Promise<void> {
  await controlled(page);
  const message = `a copy of ${address}`;
  await expect
    .poll(
      async () => (await copies(page)).some((copy) => copy === address || copy.startsWith(`${address}?`)),
      { message },
    )
    .toBe(true);
}

/** The addresses of all that the worker keeps. */
function copies(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await window.caches.keys()) {
      const requests = await (await window.caches.open(name)).keys();
      found.push(...requests.map(({ url }) => url.slice(window.location.origin.length)));
    }
    return found;
  });
}

/** The page has its listener for the worker's messages. */
async function listening(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => /\/offline-[^/]+\.js$/.test(name)),
  );
}

/** All that the browser holds of this site and the page shows, as text. */
async function everythingOn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts = [
      document.body.textContent,
      document.cookie,
      window.location.href,
      JSON.stringify([window.history.state, { ...window.localStorage }, { ...window.sessionStorage }]),
      JSON.stringify(await window.indexedDB.databases()),
    ];
    for (const name of await window.caches.keys()) {
      const cache = await window.caches.open(name);
      for (const request of await cache.keys()) {
        parts.push(request.url);
        const copy = await cache.match(request);
        if (!request.url.includes("/assets/")) parts.push((await copy?.text()) ?? "");
      }
    }
    return parts.join("\n");
  });
}

const cacheNames = (page: Page) => page.evaluate(async () => (await window.caches.keys()).toSorted());

/** Unlike `remember`, once: the person can leave. */
async function enterAs(page: Page, user: User): Promise<void> {
  await page.evaluate(({ token, id }) => {
    window.localStorage.setItem("userToken", token);
    window.localStorage.setItem("userId", id);
  }, user);
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: t("nav_menu"), exact: true }).click();
  await page.getByRole("menuitem", { name: t("nav_logout"), exact: true }).click();
  await expect(page).toHaveURL("/login");
}

async function loseConnection(page: Page, served: ServedVersions): Promise<void> {
  served.cut(true);
  await page.context().setOffline(true);
}

async function findConnection(page: Page, served: ServedVersions): Promise<void> {
  served.cut(false);
  await page.context().setOffline(false);
}

/** The bar that says from when the page is. */
const asOf = (page: Page, language = "en") =>
  page.getByRole("status").filter({ hasText: textsIn(language)("program_as_of").split(".")[0] ?? "" });
const outdated = (page: Page) => page.getByRole("status").filter({ hasText: t("program_outdated") });

const { version: builtVersion } = JSON.parse(dist("manifest.json"));
const versionOf = (page: Page) => page.locator('meta[name="program"]').getAttribute("content");
const isCopy = (page: Page) => page.evaluate(() => document.documentElement.dataset.copy !== undefined);

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test("without a connection the next visits, the queue and what was seen last are there, with their time", async ({
      request,
      elsewhere,
      served,
    }) => {
      const words = textsIn(language);
      const doctor = await approvedDoctor(request);
      const [first, visit] = await visitsToday(request, doctor, 2);
      if (!first || !visit) throw new Error("two visits");
      const page = await elsewhere();
      await page.goto(`/doctors/${doctor.id}`);
      await enterAs(page, visit.user);
      await page.goto("/user/bookings");
      await kept(page, `/user/api/previous/booking/${visit.user.id}`);
      await page.goto(`/doctors/${doctor.id}`);
      await kept(page, `/doctors/${doctor.id}`);
      await page.goto("/user/bookings");
      await page.getByRole("link", { name: words("queue_open"), exact: true }).click();
      await expect(page.getByText(words("visit_before", { count: "1" }), { exact: true })).toBeVisible();
      await kept(page, "/user/api/visit");
      // The first patient is called in: the event, not an answer, tells it.
      const called = await request.patch(`/user/api/doctor/today/${doctor.id}/attendance/${first.id}`, {
        headers: doctor.headers,
        data: { attendance: "called" },
      });
      expect(called.ok(), await called.text()).toBe(true);
      await expect(page.getByText(words("visit_next"), { exact: true })).toBeVisible();

      await loseConnection(page, served);
      await page.reload();
      await expect(page.getByText(words("visit_next"), { exact: true })).toBeVisible();
      await expect(asOf(page, language)).toContainText(/9:\d\d/);

      await page.goto("/user/bookings");
      const card = page.getByRole("article").filter({ hasText: visit.name });
      await expect(card).toContainText(words("queue_token"));
      await expect(card).toContainText("MG Road, Kochi");
      await expect(card.getByRole("link", { name: words("booking_directions") })).toBeVisible();
      await expect(asOf(page, language)).toContainText(/9:\d\d/);
      await expectAccessible(page);

      await page.goto(`/doctors/${doctor.id}`);
      await expect(page.getByRole("heading", { level: 1 })).toContainText(doctor.name);
      await expect(asOf(page, language)).toContainText(/9:\d\d/);

      // The page asks again by itself; the next one comes from the server.
      await findConnection(page, served);
      await expect(asOf(page, language)).toBeHidden();
      await page.reload();
      expect(await isCopy(page)).toBe(false);
    });
  });
}

test("nothing of the first person is on a shared phone for the next one", async ({
  request,
  elsewhere,
  served,
}) => {
  const doctor = await approvedDoctor(request);
  const visit = await bookVisit(request, doctor.id);
  const { user } = visit;
  const other = await newUser(request);
  const page = await elsewhere();
  await page.goto(`/doctors/${doctor.id}`);
  await enterAs(page, user);
  await page.goto("/user/bookings");
  await kept(page, `/user/api/previous/booking/${user.id}`);
  await page.goto("/");
  await kept(page, "/");
  await page.goto(`/doctors/${doctor.id}`);
  await kept(page, `/doctors/${doctor.id}`);
  await page.goto("/user/bookings");
  await expect(page.getByText(visit.name)).toBeVisible();
  const traces = [user.id, user.token, visit.id, visit.name, user.phone_number, doctor.id, doctor.name];
  const before = await everythingOn(page);
  expect(traces.filter((trace) => before.includes(trace))).toEqual(traces);

  const tracesLeft = async () => {
    const now = await everythingOn(page);
    return traces.filter((trace) => now.includes(trace));
  };
  await logOut(page);
  await expect.poll(tracesLeft).toEqual([]);

  await enterAs(page, other);
  await page.goto("/user/bookings");
  await expect(page.getByText(t("booking_empty_title"))).toBeVisible();
  await kept(page, `/user/api/previous/booking/${other.id}`);
  expect(await tracesLeft()).toEqual([]);

  await loseConnection(page, served);
  for (const path of ["/user/bookings", "/"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await tracesLeft()).toEqual([]);
  }
  await page.goto(`/doctors/${doctor.id}`);
  await expect(page.getByRole("alert")).toBeVisible();
  expect(await everythingOn(page)).not.toContain(doctor.name);
});

test("a patient's own visits stay, however many lists were seen since", async ({ request, elsewhere }) => {
  const { user } = await bookVisit(request, (await approvedDoctor(request)).id);
  const page = await elsewhere();
  await page.goto("/");
  await enterAs(page, user);
  await page.goto("/user/bookings");
  await kept(page, `/user/api/previous/booking/${user.id}`);
  await page.evaluate(async () => {
    for (let n = 0; n < 90; n++) await (await fetch(`/user/api/finddoctors?limit=1&q=nobody${n}`)).text();
  });
  const lists = async () => (await copies(page)).filter((copy) => copy.includes("nobody"));
  await expect.poll(async () => (await lists()).at(-1)).toContain("nobody89");
  expect((await lists()).length).toBeLessThan(90);
  await kept(page, `/user/api/previous/booking/${user.id}`);
});

test("a page that this device never opened says that there is no connection, under the usual menu", async ({
  elsewhere,
  served,
}) => {
  const page = await elsewhere();
  await page.goto("/about");
  await kept(page, "/user/bookings");
  await loseConnection(page, served);
  await page.goto("/bloodrequest");
  await expect(page.getByRole("main").getByText(t("error_offline"))).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.locator("#lost")).toBeHidden();
});

test("a form keeps what was typed without a connection, and nothing is sent later by itself", async ({
  elsewhere,
  served,
}) => {
  const page = await elsewhere();
  await page.goto("/contact");
  await controlled(page);
  await page.reload();
  await kept(page, "/contact");
  await loseConnection(page, served);
  await page.goto("/contact");
  await hydrated(page);
  const message = page.getByRole("textbox", { name: t("contact_message") });
  await page.locator("input[name=name]").fill("Asha Nair");
  await page.locator("input[name=email]").fill("asha@example.com");
  await message.fill("My name is spelled wrongly.");
  await page.getByRole("main").locator("button[type=submit]").click();
  await expect(page.getByText(t("error_offline_not_sent")).first()).toBeVisible();
  page.on("dialog", (question) => void question.accept());
  await page.reload();
  await hydrated(page);
  await expect(message).toHaveValue("My name is spelled wrongly.");
  await findConnection(page, served);
  await page.goto("/about");
  await hydrated(page);
  expect(served.arrived.filter((call) => call.startsWith("POST /user/api/contact"))).toEqual([]);
});

for (const [from, to] of [
  ["first", "next"],
  ["next", "first"],
] as const) {
  test(`tabs of the version before are told, and its copies are gone: from the ${from} to the ${to}`, async ({
    elsewhere,
    served,
  }) => {
    served.serve(from);
    const page = await elsewhere();
    await page.goto("/about");
    await kept(page, "/user/bookings");
    await page.reload();
    await kept(page, "/about");
    const before = await versionOf(page);
    const [program] = await cacheNames(page);
    expect(program).toBe(`program-${before}`);
    const writing = await page.context().newPage();
    await writing.goto("/contact");
    await hydrated(writing);
    await writing.getByRole("textbox", { name: t("contact_message") }).fill("My name is spelled wrongly.");
    const reading = await page.context().newPage();
    await reading.goto("/privacy");
    await listening(writing);
    await listening(reading);
    await kept(reading, "/privacy");

    served.serve(to);
    await page.goto("/terms");
    await expect.poll(() => versionOf(page)).not.toBe(before);
    const after = await versionOf(page);
    expect(after === builtVersion).toBe(to === "first");
    await expect(outdated(writing)).toBeVisible();
    await expect(outdated(reading)).toBeVisible();
    await expect(outdated(page)).toBeHidden();
    await expect
      .poll(async () => (await cacheNames(page)).every((name) => name.endsWith(after ?? "")))
      .toBe(true);
    await expectAccessible(writing);

    await reading.getByRole("button", { name: t("action_reload") }).click();
    await expect.poll(() => versionOf(reading).catch(() => before)).toBe(after);
    await expect(outdated(reading)).toBeHidden();
    writing.on("dialog", (question) => void question.accept());
    await writing.getByRole("button", { name: t("action_reload") }).click();
    await expect.poll(() => versionOf(writing).catch(() => before)).toBe(after);
    await expect(writing.getByRole("textbox", { name: t("contact_message") })).toHaveValue(
      "My name is spelled wrongly.",
    );

    await loseConnection(page, served);
    await page.goto("/privacy");
    expect(await versionOf(page)).toBe(after);
    expect(await isCopy(page)).toBe(true);
  });
}

test("the copies of an old worker are not used once the server was seen to be newer", async ({
  elsewhere,
  served,
}) => {
  const page = await elsewhere();
  await page.goto("/about");
  await kept(page, "/user/bookings");
  await page.reload();
  await kept(page, "/about");
  served.serve("next");
  // The new worker cannot be loaded, so the old one stays.
  served.delay(/^\/sw\.js/, 600_000);
  await page.goto("/privacy");
  await expect.poll(() => versionOf(page)).not.toBe(builtVersion);
  await expect.poll(() => copies(page)).not.toContain("/about");
  await expect.poll(() => copies(page)).not.toContain("/user/bookings");
  await loseConnection(page, served);
  await expect(page.goto("/about")).rejects.toThrow(/ERR_/);

  // The former version is served again, as by another instance: the worker keeps pages for later again.
  await findConnection(page, served);
  served.serve("first");
  await page.goto("/about");
  await kept(page, "/user/bookings");
});

test("a page whose answer is slow comes from its copy, which works with no server of another version", async ({
  elsewhere,
  served,
}) => {
  const page = await elsewhere();
  await page.goto("/contact");
  await kept(page, "/user/bookings");
  await page.reload();
  await kept(page, "/contact");
  served.delay(/^\/contact/, 120_000);
  await page.goto("/contact");
  await expect(asOf(page)).toContainText(/9:\d\d/);
  expect(await isCopy(page)).toBe(true);

  served.serve("next");
  served.delay(/^\/(contact|sw\.js)/, 120_000);
  await page.goto("/contact");
  await hydrated(page);
  expect(await isCopy(page)).toBe(true);
  await page.locator("input[name=name]").fill("Asha Nair");
  await page.locator("input[name=email]").fill("asha@example.com");
  await page.getByRole("textbox", { name: t("contact_message") }).fill("My name is spelled wrongly.");
  await page.getByRole("main").locator("button[type=submit]").click();
  await expect(outdated(page)).toBeVisible();
  expect(served.arrived.filter((call) => call.startsWith("POST /user/api/contact"))).toEqual([]);
});

test("one setting of the server removes the worker and all that it kept", async ({
  elsewhere,
  served,
  own,
}) => {
  const page = await elsewhere();
  await page.goto("/about");
  await kept(page, "/user/bookings");
  await own.restart({ DOCCARE_OFFLINE: "off" });
  await page.goto("/privacy");
  const left = () =>
    page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await window.caches.keys()).length,
    ]);
  await expect.poll(left).toEqual([0, 0]);
  await page.reload();
  await hydrated(page);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await expect.poll(left).toEqual([0, 0]);
  expect(served.arrived.some((call) => call === "GET /sw.js")).toBe(true);
});

test("after a booking the app is offered once, with shortcuts; the staff's opens at the day", async ({
  request,
  elsewhere,
  own,
}) => {
  const doctor = await approvedDoctor(request);
  const visit = await bookVisit(request, doctor.id);
  const page = await elsewhere();
  await page.goto("/about");
  await enterAs(page, visit.user);
  await page.goto(`/category?booked=${visit.id}`);
  await hydrated(page);
  // As Chromium with a window offers it; the headless browser installs nothing.
  const offer = () =>
    page.evaluate(() => {
      const event = new Event("beforeinstallprompt", { cancelable: true });
      window.dispatchEvent(
        Object.assign(event, {
          prompt: async () => {
            document.title = "installing";
          },
        }),
      );
      return event.defaultPrevented;
    });
  expect(await offer()).toBe(true);
  await expect(page.getByText(t("install_offer"))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: t("install_yes") }).click();
  await expect(page).toHaveTitle("installing");
  await expect(page.getByText(t("install_offer"))).toBeHidden();
  await page.reload();
  await expect(page.getByText(t("booked_requested"))).toBeVisible();
  await offer();
  await expect(page.getByText(t("install_offer"))).toBeHidden();

  const manifest = async () => {
    const link = page.locator('link[rel="manifest"]');
    return (await request.get(`${own.origin}${await link.getAttribute("href")}`)).json();
  };
  const shortcuts = async () => (await manifest()).shortcuts.map(({ url }: { url: string }) => url);
  expect(await shortcuts()).toEqual(["/user/bookings", "/bloodrequest"]);
  await page.evaluate((token) => window.localStorage.setItem("docToken", token), doctor.token);
  await page.goto("/about");
  await expect.poll(shortcuts).toEqual(["/doctor/today"]);
});
