/**
 * Texts of days and times of visits. The server sends them in India's zone ("2024-01-05", "09:15"), and they are not converted: a day is
 * only ever read as a plain day, in UTC, whatever the browser's zone is.
 */
import { m } from "../messages";
import { getLocale } from "../messages/locale";
import { serverNow } from "./server-clock";

/** The plain day of a timestamp with India's offset. */
export function dayOf(startsAt: string): string {
  return startsAt.slice(0, 10);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Constructing a format takes a phone about a millisecond, so each one is cached. */
function named(day: string, part: "weekday" | "month", length: "short" | "long"): string {
  const locale = getLocale() === "ml" ? "ml-IN" : "en-US";
  const key = `${locale} ${part} ${length}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { [part]: length, timeZone: "UTC" });
  formats.set(key, format);
  return format.format(new Date(`${day}T00:00:00Z`));
}

export function weekday(day: string): string {
  return named(day, "weekday", "short");
}

/** The days of the week as the server names them. */
export const weekdays: readonly string[] = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
];

/** The server's name of a weekday in the language of the page. */
export function weekdayName(name: string, length: "short" | "long" = "long"): string {
  const place = weekdays.indexOf(name);
  // The first of January 2024 was a Monday.
  return place < 0 ? name : named(`2024-01-0${place + 1}`, "weekday", length);
}

/** Several weekdays, in the order of the week. */
export function weekdayNames(names: readonly string[]): string {
  return weekdays
    .filter((weekday) => names.includes(weekday))
    .map((name) => weekdayName(name))
    .join(", ");
}

/** As in "Mon 05". Formatted without `Intl`: `ml-IN` turns the two around. */
export function dayLabel(day: string): string {
  return `${weekday(day)} ${day.slice(8)}`;
}

/** As in "5 Jan", for the axis of a chart. */
export function shortDate(day: string): string {
  const [month, date] = [named(day, "month", "short"), Number(day.slice(8))];
  return getLocale() === "ml" ? `${month} ${date}` : `${date} ${month}`;
}

/** Half a year: a nearer date is written without its year. */
const nearInMillis = 182 * 24 * 60 * 60 * 1000;

function yearIfFar(day: string): string {
  return Math.abs(Date.parse(day) - serverNow()) > nearInMillis ? day.slice(0, 4) : "";
}

/** As in "Fri 5 Jan"; with its year, "Fri 5 Jan 2024", where it is more than half a year away. */
export function dateLabel(day: string): string {
  return dateWithYear(day, yearIfFar(day));
}

/** Always with its year, for paper, which is read long afterwards. */
export function printedDate(day: string): string {
  return dateWithYear(day, day.slice(0, 4));
}

function dateWithYear(day: string, year: string): string {
  const date = Number(day.slice(8));
  const parts =
    getLocale() === "ml"
      ? [year, named(day, "month", "long"), date, weekday(day)]
      : [weekday(day), date, named(day, "month", "short"), year];
  return parts.filter(Boolean).join(" ");
}

/** The start of the evening: many clinics open again then. */
export const evening = "16:00";

/** Malayalam says the part of the day where English says AM and PM. */
function partOfDay(time: string) {
  if (time < "03:00") return m.time_format_early_night;
  if (time < "06:00") return m.time_format_dawn;
  if (time < "12:00") return m.time_format_morning;
  if (time < evening) return m.time_format_afternoon;
  return time < "19:00" ? m.time_format_evening : m.time_format_night;
}

/** As in "9:15", if the part of the day is given elsewhere. */
export function clockTime(time: string): string {
  return `${Number(time.slice(0, 2)) % 12 || 12}${time.slice(2)}`;
}

/** As in "9:15 am". */
export function timeLabel(time: string): string {
  return partOfDay(time)({ time: clockTime(time) });
}

/** As in "Fri 5 Jan, 9:15 am". */
export function dateTimeLabel(day: string, time: string): string {
  return `${dateLabel(day)}, ${timeLabel(time)}`;
}

/** As in "9:15 am to 1:00 pm". */
export function timeRange(from: string, to: string): string {
  return m.value_range({ from: timeLabel(from), to: timeLabel(to) });
}
