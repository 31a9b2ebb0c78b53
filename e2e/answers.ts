/** What a page itself was told: whatever the server counts for everybody changes while a test looks at it. */
import type { Page } from "@playwright/test";

/** The latest answer to a call of this path, to be asked for once the page is open. */
export function latestAnswer<Body>(page: Page, path: string): () => Promise<Body | undefined> {
  let latest: Promise<Body | undefined> = Promise.resolve(undefined);
  page.on("response", (answer) => {
    // A page that is left takes its answers with it.
    if (new URL(answer.url()).pathname === path) latest = answer.json().catch(() => undefined);
  });
  return () => latest;
}
