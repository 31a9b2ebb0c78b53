/**
 * The base of every test: any complaint of the browser fails it.
 *
 * - What a test asserts on is its own: made through the API (people.ts, workers.ts, clinic.ts, donors.ts) under a name, number or
 *   address that nobody else has, and found again by it (a search, a filter, a link). Nothing of the demo data.
 * - It counts nothing that others add to; a figure of the whole server is compared with the answer that the page itself got.
 * - It changes nothing that others share; whoever logs out or changes a password brings a login of their own.
 * - It waits with `expect(locator)`, `expect.poll` and `expectMessage` for what it asserts, with no time limit of its own.
 * - It asks clock.ts what time it is. Whoever moves the clock, or needs other settings, has a program of their own (`ownProgram`).
 * - It signs in with a `signInAs…`; only the logins' own tests type a password.
 * - A journey runs on `devices` (site.ts); every page alone is looked at in every language and size (every-page.spec.ts).
 * - axe looks once at each page and state.
 */
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { aheadNow, shiftDate } from "./clock";
import { type OwnProgram, withOwnProgram } from "./own-program";

interface Options {
  /** Complaints that a test provokes, such as the browser's message about a response with status 404. */
  expectedComplaints: RegExp[];
  /** The language that was chosen on the devices; without one the browser's language. */
  language: string | undefined;
  /** Settings of a separate program without demo data; without any the test uses the shared one. */
  ownProgram: Record<string, string> | undefined;
}

interface Clinic {
  /** The test's separate program. */
  own: OwnProgram;
  /** Sets the clock of the program and of every page. */
  moveTo: (instant: number) => Promise<void>;
}

interface Devices {
  /** A page on another device, not signed in. */
  elsewhere: () => Promise<Page>;
}

declare global {
  interface Window {
    messagesShown: string[];
  }
}

/** Messages disappear after seconds, which a busy machine may miss: the page records all that it has shown. */
function keepMessages(): void {
  window.messagesShown = [];
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    for (const part of added.filter((node) => node instanceof Element)) {
      for (const message of [part, ...part.querySelectorAll("*")]) {
        if (message.role === "alertdialog" && message.checkVisibility())
          window.messagesShown.push(message.textContent);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Expects that the page shows or has shown a message with this text. */
export async function expectMessage(page: Page, text: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => window.messagesShown), { message: "the messages shown" })
    .toContainEqual(expect.stringContaining(text));
}

/** Without a service worker (playwright.config.ts) Playwright says so on every page. */
const noWorker = /^Service Worker registration blocked/;

/** Records the browser's complaints in every tab. */
async function watch(context: BrowserContext, complaints: string[]): Promise<void> {
  // Policy violations and failed downloads reach the console; hydration mismatches are errors of the page.
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !noWorker.test(message.text()))
      complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  await context.addInitScript(keepMessages);
  await context.addInitScript(shiftDate, aheadNow());
}

/**
 * A dialog that was closed leaves its history entry by `history.back()`, a moment after it is gone. A navigation that has begun by then is
 * aborted (`net::ERR_ABORTED`); people do not type an address within that moment, tests do.
 */
function navigateAfterDialogs(page: Page): void {
  const isLeft = () =>
    document.querySelector("[role=dialog]") !== null || window.history.state?.dialog === undefined;
  const left = () =>
    expect.poll(() => page.evaluate(isLeft), { message: "closed dialogs are left" }).toBe(true);
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...args) => {
    await left();
    return goto(...args);
  };
  page.reload = async (...args) => {
    await left();
    return reload(...args);
  };
}

interface Inner {
  complaints: string[];
  started: OwnProgram | undefined;
}

export const test = base.extend<Options & Clinic & Devices & Inner>({
  expectedComplaints: [[], { option: true }],
  language: [undefined, { option: true }],
  ownProgram: [undefined, { option: true }],

  started: async ({ ownProgram }, use) => {
    if (ownProgram) await withOwnProgram(ownProgram, use);
    else await use(undefined);
  },

  baseURL: async ({ baseURL, started }, use) => use(started?.origin ?? baseURL),

  own: async ({ started }, use) => {
    if (!started) throw new Error("the test has no program of its own");
    await use(started);
  },

  moveTo: async ({ own, browser }, use) =>
    use(async (instant) => {
      own.moveTo(instant);
      for (const context of browser.contexts()) {
        await context.addInitScript(shiftDate, aheadNow());
        await Promise.all(context.pages().map((page) => page.evaluate(shiftDate, aheadNow())));
      }
    }),

  complaints: async ({ expectedComplaints }, use) => {
    const complaints: string[] = [];
    await use(complaints);
    const unexpected = complaints.filter(
      (text) => !expectedComplaints.some((expected) => expected.test(text)),
    );
    expect(unexpected, "the browser's complaints").toEqual([]);
  },

  context: async ({ context, language, baseURL, complaints }, use) => {
    await watch(context, complaints);
    if (language) await context.addCookies([{ name: "lang", value: language, url: baseURL }]);
    await use(context);
    // The next test reuses this context, cleared except for these.
    await context.setOffline(false);
    await context.clearPermissions();
  },

  page: async ({ page }, use, test) => {
    navigateAfterDialogs(page);
    await use(page);
    // Playwright's own option takes a picture of every test, and deletes those of passed ones.
    if (test.status !== test.expectedStatus)
      await page.screenshot({ path: test.outputPath("page.png"), timeout: 10_000 });
  },

  elsewhere: async ({ browser, language, baseURL, complaints }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      await watch(context, complaints);
      if (language) await context.addCookies([{ name: "lang", value: language, url: baseURL }]);
      const page = await context.newPage();
      navigateAfterDialogs(page);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export { expect };
