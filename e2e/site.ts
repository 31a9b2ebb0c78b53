/** The routes of the built app, as the server knows them, and the devices of the tests. */
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";

interface Manifest {
  pages: string[];
  routes: string[];
}

/** A file of the built app. */
export const dist = (file: string) => readFileSync(new URL(`../web/dist/${file}`, import.meta.url), "utf8");

const manifest: Manifest = JSON.parse(dist("manifest.json"));

export const languages = ["en", "ml"] as const;
export const smallest = { width: 360, height: 740 };
export const phone = { width: 390, height: 844 };
export const desk = { width: 1366, height: 768 };

/** Each language and each size once; Malayalam, whose words are long, on the small one. */
export const devices = [
  { language: "ml", viewport: phone },
  { language: "en", viewport: desk },
] as const;

export const publicPages = manifest.pages;
/** Without parametrised routes: a doctor's page, and the administrator's unknown views. */
export const clientPages = manifest.routes.filter((route) => !route.includes(":"));

/** Until React has hydrated the page, typing into a prerendered form may be lost. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const parts = [...document.querySelectorAll("#root :is(a, button, h1, input, select, textarea)")];
    const isTaken = (part: Element) => Object.keys(part).some((key) => key.startsWith("__reactFiber"));
    return parts.length > 0 && parts.every(isTaken);
  });
}

/** The logins stored on this device, by the keys that the app uses. */
export async function remember(page: Page, stored: Record<string, string>): Promise<void> {
  await page.addInitScript((entries) => {
    for (const [name, value] of Object.entries(entries)) window.localStorage.setItem(name, value);
  }, stored);
}

/** Holds back the page's requests to these addresses, such as its scripts, until they are released. */
export async function hold(page: Page, addresses = "**/assets/*.js"): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The server executes the page's requests to these addresses, and the responses are lost. */
export async function loseAnswers(page: Page, addresses: string): Promise<void> {
  await page.route(addresses, async (route) => {
    await route.fetch();
    await route.abort();
  });
}

/** Responses arrive again: another press gets the server's stored answer. Returns its message. */
export async function answeredAgain(
  page: Page,
  addresses: string,
  press: () => Promise<void>,
): Promise<string> {
  await page.unroute(addresses);
  const coming = page.waitForResponse(addresses);
  await press();
  const answer = await coming;
  expect(answer.headers()["idempotency-replayed"]).toBe("true");
  return (await answer.json()).message;
}

/** Expects that no dialog is open, and none has a history entry left: the next Back leads to the page before. */
export async function closed(page: Page): Promise<void> {
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.waitForFunction(() => window.history.state?.dialog === undefined);
}

/** The next seven days on a doctor's page: free ones are links, full ones buttons. */
export const weekTiles = (page: Page) =>
  page.getByRole("main").locator("li > a[href*='day='], li > button[aria-expanded]");
