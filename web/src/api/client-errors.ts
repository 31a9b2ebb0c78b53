/**
 * Reports errors of the app to the server's log: a few for each page load, each message once, without anything personal. The server
 * scrubs again (`server/src/admin/client_errors`).
 */
import { Failure } from "../lib/failure";

const path = "/user/api/client-errors";
const MAX_REPORTS = 5;
const MAX_MESSAGE = 300;

const reported = new Set<string>();
let patternOf = (_pathname: string) => "";

/** Quotes may contain user input; ids, numbers and addresses may be anywhere. */
export function scrub(text: string): string {
  return text
    .replace(/["`“].*["`”]/s, '"…"')
    .replace(/\S*@\S*/g, "<email>")
    .replace(/[?#]\S*/g, "")
    .replace(/[\w-]{21,}/g, (word) => (/\d/.test(word) ? "<id>" : word))
    .replace(/\d{4,}/g, "<number>")
    .replace(/[^\x20-\x7e…]+/g, " ")
    .slice(0, MAX_MESSAGE);
}

/** In this order: most browsers name others too. */
const families = [
  [/Edg/, "Edge"],
  [/OPR/, "Opera"],
  [/SamsungBrowser/, "Samsung"],
  [/Firefox|FxiOS/, "Firefox"],
  [/Chrome|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
] as const;

export function browserFamily(userAgent: string): string {
  return families.find(([sign]) => sign.test(userAgent))?.[1] ?? "other";
}

interface Place {
  file?: string;
  line?: number;
  column?: number;
}

/** The first position in a stack trace. */
function placeIn(stack: string | undefined): Place {
  const found = /(https?:\/\/[^\s)]+):(\d+):(\d+)/.exec(stack ?? "");
  return found ? { file: found[1], line: Number(found[2]), column: Number(found[3]) } : {};
}

const fileName = (address: string) => address.split(/[?#]/)[0]?.split("/").pop();

/** Expected failures (no connection, a refusal) are shown to users and are not errors of the app. */
const isExpected = (error: unknown) =>
  error instanceof Failure || (error instanceof DOMException && error.name === "AbortError");

/** Never throws: an error while reporting is dropped. */
export function reportClientError(error: unknown, place?: Place): void {
  try {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    const { file = "", line, column } = place?.file ? place : placeIn(stack);
    // Browser extensions throw errors too.
    const isOurs = file === "" || file.startsWith(window.location.origin);
    const text = scrub(message);
    const isNew = reported.size < MAX_REPORTS && !reported.has(text);
    if (isExpected(error) || !isOurs || !isNew || !navigator.onLine) return;
    reported.add(text);
    const report = {
      name,
      message: text,
      route: patternOf(window.location.pathname),
      file: fileName(file),
      line,
      column,
      // The name of this script changes with every version.
      version: fileName(import.meta.url),
      browser: browserFamily(navigator.userAgent),
    };
    navigator.sendBeacon(path, new Blob([JSON.stringify(report)], { type: "application/json" }));
  } catch {
    // It cannot be handled, and its report could fail the same way.
  }
}

/** From now on uncaught errors are reported, with the pattern of the page's address. */
export function watchClientErrors(routePattern: (pathname: string) => string): void {
  patternOf = routePattern;
  window.addEventListener("error", ({ error, message, filename, lineno, colno }) =>
    reportClientError(error ?? message, { file: filename, line: lineno, column: colno }),
  );
  window.addEventListener("unhandledrejection", ({ reason }) => reportClientError(reason));
}

/** For tests: resets the state to that after a page load. */
export function forgetReported(): void {
  reported.clear();
}
