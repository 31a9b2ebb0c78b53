/** Texts of leave and holidays. */
import { weekdayOf } from "../../lib/days";
import { dateLabel, timeRange } from "../../lib/visit-time";
import { m } from "../../messages";
import { getLocale } from "../../messages/locale";

interface Days {
  from: string;
  to: string;
  /** The hours of each day, if not whole days. */
  startTime?: string | null;
  endTime?: string | null;
}

/** One day, or the first and the last; then the hours, if any. */
export function leaveText({ from, to, startTime, endTime }: Days): string {
  const days = from === to ? dateLabel(from) : m.value_range({ from: dateLabel(from), to: dateLabel(to) });
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

/** Errors of a leave's times, by field; none for empty fields. */
export function wrongDays({ from, to, startTime, endTime }: Days, today: string): Record<string, string> {
  if (from !== "" && from < today) return { from: m.leave_past() };
  if (from !== "" && to !== "" && to < from) return { to: m.leave_end_before() };
  if (startTime && endTime && endTime <= startTime) return { endTime: m.session_end_before() };
  return {};
}
