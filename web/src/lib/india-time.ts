/** The time in India, whatever the browser's zone is. */
import { useSyncExternalStore } from "react";
import { onServerTime, serverNow } from "./server-clock";
import { dateTimeLabel, weekdays } from "./visit-time";

export interface IndiaTime {
  /** As in "2024-01-05" */
  day: string;
  /** As in "09:15" */
  time: string;
  /** As the server names it: "Friday" */
  weekday: string;
}

const minute = 60_000;
/** India has no daylight saving. */
const aheadOfUtc = 330 * minute;

export function indiaTime(now: number): IndiaTime {
  const there = new Date(now + aheadOfUtc);
  const text = there.toISOString();
  return {
    day: text.slice(0, 10),
    time: text.slice(11, 16),
    weekday: weekdays[(there.getUTCDay() + 6) % 7] ?? "",
  };
}

/** The time of an event: "Fri 5 Jan, 9:15 am". */
export function momentLabel(instant: string): string {
  const { day, time } = indiaTime(Date.parse(instant));
  return dateTimeLabel(day, time);
}

/** "2024-01-05 9:15 AM", the specified format of the doctor's column Booking Time. */
export function bookingTimeLabel(instant: string): string {
  const { day, time } = indiaTime(Date.parse(instant));
  const hour = Number(time.slice(0, 2));
  return `${day} ${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? "AM" : "PM"}`;
}

function everyMinute(listener: () => void): () => void {
  const timer = window.setInterval(listener, minute);
  const forget = onServerTime(listener);
  return () => {
    window.clearInterval(timer);
    forget();
  };
}

/** Updated every minute; undefined in prerendered pages and during hydration, so that both render the same. */
export function useIndiaTime(): IndiaTime | undefined {
  const now = useSyncExternalStore(
    everyMinute,
    () => Math.floor(serverNow() / minute),
    () => undefined,
  );
  return now === undefined ? undefined : indiaTime(now * minute);
}
