/**
 * The waiting time of a patient with a cheap phone on slow 4G, from finding a doctor to the booked visit: medians of three runs, each with
 * an empty cache. `E2E_PROGRAM` names another program than the release binary, for comparison.
 */
import { chromium as playwright } from "@playwright/test";
import { chromium, chromiumFlags } from "./chromium.mjs";
import { median, runs, withServer } from "./measured.mjs";

const kilobit = 1024 / 8;
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1600 * kilobit,
  uploadThroughput: 750 * kilobit,
};
const person = { username: "Asha Nair", phone_number: "9876501234", password: "a password for journeys" };

const send = async (origin, path, body) =>
  (
    await fetch(origin + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    })
  ).json();

/** A phone with an empty cache and a logged-in user. */
async function phone(browser, origin, stored) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en-IN" });
  await context.addInitScript((entries) => {
    for (const [name, value] of Object.entries(entries)) window.localStorage.setItem(name, value);
  }, stored);
  await context.addInitScript(() => {
    window.longestInteraction = 0;
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId > 0) window.longestInteraction = Math.max(window.longestInteraction, duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true });
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", slow4g);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  return { context, page, open: (path) => page.goto(origin + path, { waitUntil: "commit" }) };
}

/** The milliseconds from an action until each of these is visible. */
async function waits(act, seen) {
  const start = performance.now();
  const times = Object.entries(seen).map(async ([what, locator]) => {
    await locator.first().waitFor();
    return [what, performance.now() - start];
  });
  await act();
  return Object.fromEntries(await Promise.all(times));
}

async function journey(browser, origin, run) {
  const email = `journey-${run}@example.com`;
  await send(origin, "/user/api/register", { ...person, email });
  const { token, data } = await send(origin, "/user/api/login", { email, password: person.password });
  const stored = { userToken: token, userId: data._id };
  const found = await (await fetch(`${origin}/user/api/finddoctors?limit=6&sort=earliest`)).json();
  const [doctor] = found.data.filter(({ nextSlot }) => nextSlot);

  const shared = await phone(browser, origin, stored);
  const { page: doctorPage } = shared;
  // A link; in older programs a button.
  const free = { name: /free/ };
  const week = doctorPage.getByRole("link", free).or(doctorPage.getByRole("button", free));
  const times = {
    ...(await waits(() => shared.open(`/doctors/${doctor._id}`), {
      "doctor's page: name": doctorPage.getByRole("heading", { level: 1 }),
      "doctor's page: week": week,
    })),
  };
  await shared.context.close();

  const { context, page, open } = await phone(browser, origin, stored);
  const dialog = page.getByRole("dialog");
  const time = dialog.getByRole("radio", { name: /available/ });
  Object.assign(
    times,
    await waits(() => open("/viewdoctors"), {
      "list: heading": page.getByRole("heading", { level: 1 }),
      "list: first doctor": page.getByRole("article"),
    }),
  );
  // A typical reading time before a press.
  await page.waitForTimeout(5_000);
  const card = page.getByRole("article").filter({ hasText: doctor.full_Name }).first();
  const book = card.getByRole("button", { name: "Book Clinic Visit" });
  await book.scrollIntoViewIfNeeded();
  Object.assign(
    times,
    await waits(() => book.click(), { "book: sign of life": dialog, "book: free slots": time }),
  );
  await time.first().check();
  Object.assign(
    times,
    await waits(() => dialog.getByRole("button", { name: "Proceed" }).click(), {
      "confirm: form": page.getByLabel("Patient Name").or(page.getByRole("textbox")),
    }),
  );
  Object.assign(
    times,
    await waits(() => page.locator("main form button[type=submit]").click(), {
      "booked: message": page.getByRole("alertdialog"),
    }),
  );
  // Interaction to Next Paint: of so few presses the longest.
  times["INP of the journey"] = await page.evaluate(() => window.longestInteraction);
  await context.close();
  return times;
}

const browser = await playwright.launch({ executablePath: chromium, args: chromiumFlags });
try {
  await withServer(async (origin) => {
    const all = [];
    for (let run = 0; run < runs; run++) all.push(await journey(browser, origin, run));
    const steps = Object.keys(all[0]).map((step) => [
      step,
      { ms: Math.round(median(all.map((times) => times[step]))) },
    ]);
    console.table(Object.fromEntries(steps));
  });
} finally {
  await browser.close();
}
