import type { IndiaTime } from "../../lib/india-time";
import { isAllDay } from "../../lib/opening-hours";
import { weekdays } from "../../lib/visit-time";

interface OpeningHours {
  startTime?: string | null;
  endTime?: string | null;
  daysOff: readonly string[];
}

/** Whether a shop is open at a moment; nothing when it does not tell its hours. On a day off it does not open, and closes as on other days. */
export function openNow({ startTime, endTime, daysOff }: OpeningHours, now: IndiaTime): boolean | undefined {
  const opensOn = (weekday: string) => !daysOff.includes(weekday);
  if (!startTime || !endTime) return opensOn(now.weekday) ? undefined : false;
  if (isAllDay(startTime, endTime)) return opensOn(now.weekday);
  if (startTime <= endTime) return opensOn(now.weekday) && startTime <= now.time && now.time < endTime;
  // Past midnight: opened today, or still open since yesterday.
  return (
    (opensOn(now.weekday) && startTime <= now.time) || (opensOn(dayBefore(now.weekday)) && now.time < endTime)
  );
}

function dayBefore(weekday: string): string {
  return weekdays[(weekdays.indexOf(weekday) + 6) % 7] ?? "";
}
