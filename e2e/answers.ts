/**
 * Responses that a page itself received. Counts of the whole server change while tests run in parallel, so a test must not ask for them
 * again.
 */
import type { Page } from "@playwright/test";

/** The latest response to a call of this path, to be read once the page is open. */
export function latestAnswer<Body>(page: Page, path: string): () => Promise<Body | undefined> {
  let latest: Promise<Body | undefined> = Promise.resolve(undefined);
  page.on("response", (answer) => {
    // The bodies are gone once the page is left.
    if (new URL(answer.url()).pathname === path) latest = answer.json().catch(() => undefined);
  });
  return () => latest;
}
