/** Leave and holidays as people read them. */
import { dateLabel, timeRange, weekdays } from "../../lib/visit-time";
import { m } from "../../paraglide/messages";
import { getLocale } from "../../paraglide/runtime";

interface Days {
  from: string;
  to: string;
  /** The hours of each of the days, where they are not whole. */
  startTime?: string | null;
  endTime?: string | null;
}

/** One day, or the first and the last; then the hours, where there are some. */
export function leaveText({ from, to, startTime, endTime }: Days): string {
  const days = from === to ? dateLabel(from) : m.leave_range({ from: dateLabel(from), to: dateLabel(to) });
  return startTime && endTime ? `${days}, ${timeRange(startTime, endTime)}` : days;
}

interface NamedHoliday {
  date: string;
  name: string;
  ml: string;
}

export function holidayName({ name, ml }: NamedHoliday): string {
  return getLocale() === "ml" ? ml : name;
}

/** The server's name for the weekday of a plain day. */
function weekdayOf(day: string): string {
  return weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? "";
}

/** Holidays on which the doctor would still see patients. */
export function workedHolidays<H extends NamedHoliday>(
  holidays: readonly H[],
  { daysOff, leave }: { daysOff: readonly string[]; leave: readonly Days[] },
): H[] {
  return holidays.filter(
    ({ date }) =>
      !daysOff.includes(weekdayOf(date)) &&
      !leave.some(({ from, to, startTime }) => !startTime && from <= date && date <= to),
  );
}

/** What is wrong with the times of a leave, by field; nothing for what is not chosen yet. */
export function wrongDays({ from, to, startTime, endTime }: Days, today: string): Record<string, string> {
  if (from !== "" && from < today) return { from: m.leave_past() };
  if (from !== "" && to !== "" && to < from) return { to: m.leave_end_before() };
  if (startTime && endTime && endTime <= startTime) return { endTime: m.session_end_before() };
  return {};
}
