/** Drafts of a doctor's sessions: initial values, validation, texts. */
import { rupees } from "../../lib/money";
import { timeRange, weekdays } from "../../lib/visit-time";
import { isByPhone } from "../../lib/words";
import { m } from "../../messages";

/** The value for a session by phone in the choice of the place. No hospital has this id. */
export const byPhone = "phone";

export interface SessionDraft {
  from: string;
  to: string;
  /** The hospital's id; the empty text is the doctor's own clinic, `byPhone` a session by phone. */
  place: string;
  /** The typed fee; the empty text is the doctor's usual fee. */
  fee: string;
}

export interface WeekDraft extends SessionDraft {
  weekday: string;
}

interface Session {
  from: string;
  to: string;
  mode?: string | null;
  place?: string | null;
  fee?: number | null;
}

export function draftOf({ from, to, mode, place, fee }: Session): SessionDraft {
  const where = isByPhone({ mode }) ? byPhone : (place ?? "");
  return { from, to, place: where, fee: fee == null ? "" : String(fee) };
}

export function weekOf(sessions: readonly (Session & { weekday?: string | null })[]): WeekDraft[] {
  return inOrder(sessions.map((session) => ({ weekday: session.weekday ?? "", ...draftOf(session) })));
}

/** The form as it is sent. */
export function sessionOf({ from, to, place, fee }: SessionDraft) {
  const where = place === byPhone ? { mode: "phone", place: null } : { place: place || null };
  return { from, to, ...where, fee: fee.trim() === "" ? null : Number(fee) };
}

/** Sorted from Monday. */
export function inOrder(week: readonly WeekDraft[]): WeekDraft[] {
  const place = ({ weekday, from }: WeekDraft) => `${weekdays.indexOf(weekday)} ${from}`;
  return week.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}

const slot = 15;

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function timeOf(minutes: number): string {
  const part = (number: number) => String(number).padStart(2, "0");
  return `${part(Math.floor(minutes / 60))}:${part(minutes % 60)}`;
}

interface SimpleWeek {
  startTime: string;
  endTime: string;
  daysOff: readonly string[];
  breakStart?: string | null;
  breakEnd?: string | null;
}

/** The simple form as sessions: the same hours on every working day, split by the break. */
export function sessionsOfSimple(simple: SimpleWeek): WeekDraft[] {
  const { startTime, endTime, daysOff, breakStart, breakEnd } = simple;
  const hasBreak = breakStart && breakEnd && startTime < breakStart && breakEnd < endTime;
  const hours = hasBreak
    ? [
        { from: startTime, to: breakStart },
        { from: onRaster(startTime, breakEnd), to: endTime },
      ]
    : [{ from: startTime, to: endTime }];
  return weekdays
    .filter((weekday) => !daysOff.includes(weekday))
    .flatMap((weekday) =>
      hours.filter(({ from, to }) => from < to).map((times) => ({ weekday, ...times, place: "", fee: "" })),
    );
}

/** The first slot start at or after a time, counted from the day's first. */
function onRaster(first: string, time: string): string {
  const begin = minutesOf(first);
  return timeOf(begin + Math.ceil((minutesOf(time) - begin) / slot) * slot);
}

/** Copies a day's sessions to other days. */
export function copiedTo(week: readonly WeekDraft[], day: string, others: readonly string[]): WeekDraft[] {
  const copies = week
    .filter(({ weekday }) => weekday === day)
    .flatMap((session) => others.map((weekday) => ({ ...session, weekday })));
  return inOrder([...week.filter(({ weekday }) => !others.includes(weekday)), ...copies]);
}

/** Errors of a session among the others of its day, by field. */
export function wrongSession(draft: SessionDraft, others: readonly SessionDraft[]): Record<string, string> {
  const { from, to, fee } = draft;
  if (to <= from) return { to: m.session_end_before() };
  const met = others.find((other) => from < other.to && other.from < to);
  if (met) return { from: m.session_overlaps({ hours: timeRange(met.from, met.to) }) };
  const [other] = others;
  if (other && (minutesOf(from) - minutesOf(other.from)) % slot !== 0)
    return { from: m.session_off_grid({ hours: timeRange(other.from, other.to) }) };
  return /^\d*$/.test(fee.trim()) ? {} : { fee: m.session_fee_wrong() };
}

/** As in "9:00 AM to 12:00 PM · ₹500". */
export function sessionText({ from, to, fee }: SessionDraft): string {
  const hours = timeRange(from, to);
  return fee === "" ? hours : `${hours} · ${rupees(Number(fee))}`;
}

/** The server's error for `sessions[2].from` is shown at the third session. */
export function errorsBySession(errors: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [field.replace(/\.\w+$/, ""), message]),
  );
}
