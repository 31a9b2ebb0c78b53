/**
 * The version of this page's program, and what the page shows from copies of the service worker (decision 0091). A page that came from a
 * copy does not work with a server of another version; any other page offers to reload.
 */
import { learnServerTime } from "./server-clock";

const about = () => document.querySelector<HTMLMetaElement>('meta[name="program"]');

/** Empty in development. */
export const programVersion = () => about()?.content ?? "";

/** Whether the server wants a service worker. */
export const hasWorker = () => about()?.dataset.worker !== undefined;

/** The worker's mark: when the page was stored, or empty for a page without content. */
const stored = () => (import.meta.env.SSR ? undefined : document.documentElement.dataset.copy);

export const isCopy = () => stored() !== undefined;

interface Shown {
  /** When the server gave the answer. */
  asOf: number;
  /** The page that asked. */
  page: string;
}

export interface ProgramNews {
  copies: readonly Shown[];
  /** The server has another version. */
  isOutdated: boolean;
}

/** Copies on the pages, by their addresses. */
const copies = new Map<string, Shown>();
let isOutdated = false;
let news: ProgramNews | undefined;
const listeners = new Set<() => void>();

function changed(): void {
  news = { copies: [...copies.values()], isOutdated };
  for (const listener of listeners) listener();
}

function note(address: string, asOf: number): void {
  copies.set(address, { asOf, page: window.location.pathname });
  changed();
}

/** What is fetched ahead would be a copy, too, and counted as one of this page and not of the next. */
export const showsCopies = () => copies.size > 0 || !navigator.onLine;

/** Undefined as long as there is nothing to say. */
export const programNews = () => news;

export function onProgramNews(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server has another version. */
export function noteOutdated(): void {
  if (isOutdated) return;
  isOutdated = true;
  changed();
}

/** When the server answered last since the page was opened, by address. */
const answered = new Map<string, number>();

/** Whether an answer may be shown: a copy only if it is not older than what the page has been given. */
export function takesAnswer(address: string, headers: Headers): boolean {
  const asOf = headers.get("X-As-Of");
  if (asOf === null) {
    const date = headers.get("Date");
    learnServerTime(date);
    answered.set(address, Date.parse(date ?? ""));
    // An answer of the browser's own cache says nothing about the connection.
    const isFromServer = /no-(store|cache)/.test(headers.get("Cache-Control") ?? "");
    const wasCopy = copies.delete(address);
    const isPageCurrent = isFromServer && copies.delete("");
    if (wasCopy || isPageCurrent) changed();
    return true;
  }
  if (Number(asOf) < (answered.get(address) ?? 0)) return false;
  note(address, Number(asOf));
  return true;
}

if (stored()) note("", Number(stored()));
