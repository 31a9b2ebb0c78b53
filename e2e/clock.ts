/**
 * The time of the program and of the pages under test.
 *
 * A run begins at half past nine in India, whatever the machine's time, and the clock runs on from there, so that no test depends on the
 * time of day. Debian's libfaketime, loaded into the program, adds as many seconds to the machine's clock as a file says, and the `Date` of
 * the pages is shifted by the same. A test that moves the clock has a separate program (own-program.ts).
 */
import { existsSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { once } from "./once";

const hour = 3_600_000;
const day = 24 * hour;
/** India's offset from UTC, unchanged since 1945. */
const india = 5.5 * hour;
const halfPastNine = 9.5 * hour;

/** Rounded up, so that a clock set to six in the evening is never a moment before it. */
const wholeSeconds = (span: number) => Math.ceil(span / 1000) * 1000;

/** Never behind the machine: the browser's network stack uses the real clock, for which all responses would be expired. */
const aheadAtFirst = Number(
  once("E2E_AHEAD", () => String(wholeSeconds(day - ((Date.now() + india - halfPastNine) % day)))),
);
let ahead = aheadAtFirst;

/** The offset of the program and the pages from this machine's clock. */
export const aheadNow = () => ahead;

export const now = () => Date.now() + ahead;

/** The date in India after so many days, as in `2026-11-16`. */
export const dayIn = (days: number) => new Date(now() + india + days * day).toISOString().slice(0, 10);
export const today = () => dayIn(0);

/** A time of a day in India, as in `18:30`. */
export const instantOf = (on: string, time: string) => Date.parse(`${on}T${time}:00+05:30`);

/** Sets the clock of the program in a folder to an instant, or to the start of every run. It runs on from there. */
export function setClock(folder: string, to?: number): void {
  ahead = to === undefined ? aheadAtFirst : wholeSeconds(to - Date.now());
  // The program may read the file at any moment, so it is replaced atomically.
  writeFileSync(join(folder, "clock.next"), `+${ahead / 1000}\n`);
  renameSync(join(folder, "clock.next"), join(folder, "clock"));
}

/** With these settings a program reads the time from a folder (libfaketime). Timeouts are not affected: they use the monotonic clock. */
export function clockSettings(folder: string): Record<string, string> {
  const libraries = readdirSync("/usr/lib").map((name) => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`);
  const library = libraries.find((path) => existsSync(path));
  if (!library) throw new Error("libfaketime is missing: run scripts/install-tools");
  return {
    LD_PRELOAD: [process.env.LD_PRELOAD, library].filter(Boolean).join(":"),
    FAKETIME_TIMESTAMP_FILE: join(folder, "clock"),
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    NO_FAKE_STAT: "1",
  };
}

declare global {
  interface Window {
    /** The offset between the page's `Date` and the browser's in milliseconds; missing until it was shifted. */
    dateAhead?: number;
  }
}

/** Runs in a page before its scripts: shifts its `Date` and its start time. Timers are not affected. */
export function shiftDate(by: number): void {
  const isShifted = window.dateAhead !== undefined;
  window.dateAhead = by;
  if (isShifted) return;
  const now = Date.now.bind(Date);
  const shifted = () => now() + (window.dateAhead ?? 0);
  window.Date = new Proxy(Date, {
    apply: (date) => new date(shifted()).toString(),
    construct: (date, args, made) => Reflect.construct(date, args.length > 0 ? args : [shifted()], made),
    get: (date, name) => (name === "now" ? shifted : Reflect.get(date, name)),
  });
  const { timeOrigin } = performance;
  Object.defineProperty(performance, "timeOrigin", { get: () => timeOrigin + (window.dateAhead ?? 0) });
}

/** Playwright's clock, whose timers a test can advance, in a page that is opened next; it replaces the shift. */
export async function installClock(page: Page): Promise<void> {
  await page.context().addInitScript(shiftDate, 0);
  await page.clock.install({ time: now() });
}
