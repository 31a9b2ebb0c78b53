/** The clinic's time by the server's clock, and whether the shown data is stale. */
import { useSyncExternalStore } from "react";
import { indiaTime } from "../../../lib/india-time";
import type { DeskScope } from "../../appointments/api";
import { useNextDay } from "../api";

const TICK_INTERVAL_MS = 5_000;
/** The page polls every minute (`todayQuery`); older data is marked as stale. */
const STALE_THRESHOLD_MS = 150_000;

function everyTick(listener: () => void): () => void {
  const timer = window.setInterval(listener, TICK_INTERVAL_MS);
  return () => window.clearInterval(timer);
}

interface Answered {
  /** The server's time when it answered. */
  now: string;
  /** The device's time when the answer came. */
  answeredAt: number;
}

export function useClinicClock(at: DeskScope, { now, answeredAt }: Answered) {
  const tick = useSyncExternalStore(
    everyTick,
    () => Math.floor(Date.now() / TICK_INTERVAL_MS) * TICK_INTERVAL_MS,
    () => 0,
  );
  const age = Math.max(0, tick - answeredAt);
  const time = Date.parse(now) + age;
  const isOver = indiaTime(time).day !== now.slice(0, 10);
  useNextDay(at, isOver);

  return { time, staleSince: age > STALE_THRESHOLD_MS || isOver ? Date.parse(now) : undefined };
}
