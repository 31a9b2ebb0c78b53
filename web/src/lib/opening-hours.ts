/**
 * Opening hours of a hospital or pharmacy in the server's format: an earlier closing time is on the next day, midnight to midnight is 24
 * hours.
 */
import { m } from "../messages";
import { timeRange } from "./visit-time";

const midnight = "00:00";

export function isAllDay(opens: string, closes: string): boolean {
  return opens === midnight && closes === midnight;
}

/** Whether it closes on the next day. At midnight it still counts as the same day. */
export function closesNextDay(opens: string, closes: string): boolean {
  return opens !== "" && closes !== "" && closes !== midnight && closes < opens;
}

/** As in "9:00 am to 9:30 pm" or "Open 24 hours". */
export function openingHours(opens: string, closes: string): string {
  return isAllDay(opens, closes) ? m.business_open_24_hours() : timeRange(opens, closes);
}

/** The error that the form finds before sending: equal times are only valid at midnight. */
export function wrongOpeningHours(at: (field: string) => string): Record<string, string> {
  const [opens, closes] = [at("startTime"), at("endTime")];
  return closes !== "" && opens === closes && !isAllDay(opens, closes)
    ? { endTime: m.business_hours_same() }
    : {};
}
