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

/**
 * Names of days and months, the weeks from Monday on. Not by `Intl`: browsers differ in a letter, and the server writes these names into
 * pages too (`platform/format.rs`).
 */
const weekdaysShort = {
  en: "Mon Tue Wed Thu Fri Sat Sun".split(" "),
  ml: "തിങ്കൾ ചൊവ്വ ബുധൻ വ്യാഴം വെള്ളി ശനി ഞായർ".split(" "),
};
const weekdaysMl = "തിങ്കളാഴ്‌ച ചൊവ്വാഴ്‌ച ബുധനാഴ്‌ച വ്യാഴാഴ്‌ച വെള്ളിയാഴ്‌ച ശനിയാഴ്‌ച ഞായറാഴ്‌ച".split(" ");
const monthsShort = {
  en: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" "),
  ml: "ജനു ഫെബ്രു മാർ ഏപ്രി മേയ് ജൂൺ ജൂലൈ ഓഗ സെപ്റ്റം ഒക്ടോ നവം ഡിസം".split(" "),
};
const monthsMl = "ജനുവരി ഫെബ്രുവരി മാർച്ച് ഏപ്രിൽ മേയ് ജൂൺ ജൂലൈ ഓഗസ്റ്റ് സെപ്റ്റംബർ ഒക്ടോബർ നവംബർ ഡിസംബർ".split(" ");

/** From Monday on. */
const weekdayPlace = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

const monthPlace = (day: string) => Number(day.slice(5, 7)) - 1;

export function weekday(day: string): string {
  return weekdaysShort[getLocale()][weekdayPlace(day)] ?? "";
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
  const long = getLocale() === "ml" ? weekdaysMl : weekdays;
  const names = length === "short" ? weekdaysShort[getLocale()] : long;
  return names[weekdays.indexOf(name)] ?? name;
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
  const [month, date] = [monthsShort[getLocale()][monthPlace(day)], Number(day.slice(8))];
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
      ? [year, monthsMl[monthPlace(day)], date, weekday(day)]
      : [weekday(day), date, monthsShort.en[monthPlace(day)], year];
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
