/** The routes of the built app, as the server knows them. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

interface Manifest {
  pages: string[];
  routes: string[];
}

const manifest: Manifest = JSON.parse(
  readFileSync(new URL("../web/dist/manifest.json", import.meta.url), "utf8"),
);

export const languages = ["en", "ml"] as const;
export const publicPages = manifest.pages;
/** But for those of somebody: a doctor's page has its own journeys. */
export const clientPages = manifest.routes
  .filter((route) => !route.includes(":id"))
  .map((route) => route.replace(":route", "dashboard").replace("*", "profile"));

/** Until React has taken the page over, a press on a prerendered button does nothing. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.getElementById("root");
    return root !== null && Object.keys(root).some((key) => key.startsWith("__reactContainer"));
  });
}
