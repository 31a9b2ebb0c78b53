/** When a hospital or pharmacy is open, as the server says it: an earlier closing is on the next day, midnight to midnight is 24 hours. */
import { m } from "../messages";
import { timeRange } from "./visit-time";

const midnight = "00:00";

export function isAllDay(opens: string, closes: string): boolean {
  return opens === midnight && closes === midnight;
}

/** Whether it closes on the day after it opened. At midnight the day is just over. */
export function closesNextDay(opens: string, closes: string): boolean {
  return opens !== "" && closes !== "" && closes !== midnight && closes < opens;
}

/** As in "9:00 am to 9:30 pm" or "Open 24 hours". */
export function openingHours(opens: string, closes: string): string {
  return isAllDay(opens, closes) ? m.business_open_24_hours() : timeRange(opens, closes);
}

/** What the form refuses before anything is sent: equal times mean nothing but at midnight. */
export function wrongOpeningHours(at: (field: string) => string): Record<string, string> {
  const [opens, closes] = [at("startTime"), at("endTime")];
  return closes !== "" && opens === closes && !isAllDay(opens, closes)
    ? { endTime: m.business_hours_same() }
    : {};
}
