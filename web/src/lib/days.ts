/** Arithmetic with plain days in the server's format ("2024-01-05"), without time and zone. */
import { getDayOfWeek, parseDate } from "@internationalized/date";
import { weekdays } from "./visit-time";

export function addDays(day: string, days: number): string {
  return parseDate(day).add({ days }).toString();
}

/** The server's name for the weekday of a day. */
export function weekdayOf(day: string): string {
  return weekdays[getDayOfWeek(parseDate(day), "en-US", "mon")] ?? "";
}
