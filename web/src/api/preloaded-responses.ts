/**
 * Responses that arrive before the app does: embedded in the HTML by the server, or requested by the page's inline script
 * (`build/start.mjs`). Each replaces one call to exactly the same address.
 */
import { isCopy } from "../lib/program";

declare global {
  interface Window {
    /** The page's first request; its response is undefined where the connection was lost. */
    firstRequest?: { url: string; response: Promise<Response | undefined> };
  }
}

/** The same as `staleTime` in `query-defaults.ts`. */
const PRELOAD_TTL_MS = 30_000;

let embedded: ReturnType<typeof JSON.parse>;

/** For the prerender step, whose pages have no document. */
export function setEmbeddedResponses(answers: Record<string, unknown>): void {
  embedded = answers;
}

function embeddedResponses() {
  embedded ??= JSON.parse(document.getElementById("answers")?.textContent ?? "{}");
  return embedded;
}

/** Independent of the order of the parameters. */
function normalized(url: string): string {
  const address = new URL(url, window.location.href);
  address.searchParams.sort();
  return address.pathname + address.search;
}

/** Initial data of a query from the HTML, for the first render. */
export function embeddedData<Data>(address: string) {
  return {
    initialData: (): Data | undefined => embeddedResponses()[address]?.data,
    // A copy's data is old.
    initialDataUpdatedAt: isCopy() ? 0 : performance.timeOrigin,
  };
}

/** The response to a call that need not be made; it is handed out once. */
export async function takePreloaded({ method, url }: Request): Promise<Response | undefined> {
  if (method !== "GET" || performance.now() > PRELOAD_TTL_MS) return undefined;
  const address = normalized(url);
  const { firstRequest } = window;
  if (firstRequest && normalized(firstRequest.url) === address) {
    window.firstRequest = undefined;
    const response = await firstRequest.response;
    return response?.ok ? response : undefined;
  }
  const answers = embeddedResponses();
  const body = answers[address];
  if (body === undefined || isCopy()) return undefined;
  delete answers[address];
  return Response.json(body);
}
