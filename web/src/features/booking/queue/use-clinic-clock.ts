/** What time it is in the clinic by the server's clock, whatever the device's clock shows, and whether what is shown is old. */
import { useSyncExternalStore } from "react";
import { indiaTime } from "../../../lib/india-time";
import { useNextDay } from "../api/today";
import type { AtDesk } from "../at-desk";

const tickInterval = 5_000;
/** The page asks every minute (`todayQuery`); after so long it says that what it shows is old. */
const staleThreshold = 150_000;

function everyTick(listener: () => void): () => void {
  const timer = window.setInterval(listener, tickInterval);
  return () => window.clearInterval(timer);
}

interface Answered {
  /** The server's time when it answered. */
  now: string;
  /** The device's time when the answer came. */
  answeredAt: number;
}

export function useClinicClock(at: AtDesk, { now, answeredAt }: Answered) {
  const tick = useSyncExternalStore(
    everyTick,
    () => Math.floor(Date.now() / tickInterval) * tickInterval,
    () => 0,
  );
  const age = Math.max(0, tick - answeredAt);
  const time = Date.parse(now) + age;
  const isOver = indiaTime(time).day !== now.slice(0, 10);
  useNextDay(at, isOver);

  return { time, staleSince: age > staleThreshold || isOver ? Date.parse(now) : undefined };
}
