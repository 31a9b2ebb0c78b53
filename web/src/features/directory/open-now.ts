import type { IndiaTime } from "../../lib/india-time";

interface OpeningHours {
  startTime?: string | null;
  endTime?: string | null;
  daysOff: readonly string[];
}

/** Whether a shop is open at a moment; nothing when it does not tell its hours. */
export function openNow({ startTime, endTime, daysOff }: OpeningHours, now: IndiaTime): boolean | undefined {
  if (daysOff.includes(now.weekday)) return false;
  if (!startTime || !endTime) return undefined;
  return startTime <= now.time && now.time < endTime;
}
