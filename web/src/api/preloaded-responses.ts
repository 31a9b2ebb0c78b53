/**
 * Responses that the server embeds in the HTML: the data of the first render, by the page's address, and responses that replace one call to
 * exactly the same address.
 */
import type { InfiniteData } from "@tanstack/react-query";
import { isCopy } from "../lib/program";

/** The same as `staleTime` in `query-defaults.ts`. */
const PRELOAD_TTL_MS = 30_000;

/** Read at the first use. In the prerender step there is no document to read. */
let embedded: ReturnType<typeof JSON.parse> = typeof document === "undefined" ? {} : undefined;

/** For the prerender step and tests. */
export function setEmbeddedResponses(answers: Record<string, unknown>): void {
  embedded = answers;
  rendered.clear();
}

/** Addresses whose embedded data a query has used: a later call to one of them asks for newer data, and is made. */
const rendered = new Set<string>();

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

/**
 * The time from which `staleTime` counts: now, because the HTML is as new as a call's response. HTML of Back or of the service worker may be
 * older: its data is shown at once and refetched.
 */
function writtenAt(): number {
  const isKnown = typeof PerformanceNavigationTiming !== "undefined";
  const [navigation] = isKnown ? performance.getEntriesByType("navigation") : [];
  const isBack =
    isKnown && navigation instanceof PerformanceNavigationTiming && navigation.type === "back_forward";
  if (isBack || isCopy()) return 0;
  return performance.now() < PRELOAD_TTL_MS ? Date.now() : performance.timeOrigin;
}

/** Initial data of a query from the HTML, for the first render. */
export function embeddedData<Data>(address: string) {
  return {
    initialData: (): Data | undefined => {
      rendered.add(address);
      return embeddedResponses()[address]?.data;
    },
    initialDataUpdatedAt: writtenAt,
  };
}

/** The same for a list: its first page is embedded by the address of the page that shows it. */
export function embeddedPage<Page>(address: string) {
  return {
    initialData: (): InfiniteData<Page, string> | undefined => {
      const page = embeddedResponses()[address];
      const cursor = new URLSearchParams(address.split("?")[1]).get("cursor") ?? "";
      return page && { pages: [page], pageParams: [cursor] };
    },
    initialDataUpdatedAt: writtenAt,
  };
}

/** A district's name in the language of the page, if it is embedded. */
export const embeddedName = (district: string): string | undefined =>
  embeddedResponses()["/districts"]?.[district];

/** Whether the HTML has the data of the page at this address, and so was drawn with its filters. */
export const isEmbedded = (address: string): boolean => embeddedResponses()[address] !== undefined;

/** The response to a call that need not be made; it is handed out once. */
export async function takePreloaded({ method, url }: Request): Promise<Response | undefined> {
  if (method !== "GET" || performance.now() > PRELOAD_TTL_MS) return undefined;
  const address = normalized(url);
  const answers = embeddedResponses();
  const body = answers[address];
  if (body === undefined || rendered.has(address) || isCopy()) return undefined;
  delete answers[address];
  return Response.json(body);
}
