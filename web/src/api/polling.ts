/** Asking again by itself: it ends with its subject, and backs off while nothing answers. */
import { isDecided } from "./problem";

/** How often the server is asked while no stream can be had. */
export const pollingInterval = 30_000;

const MAX_POLLING_INTERVAL = 300_000;

interface Polled {
  state: { error: unknown; dataUpdatedAt: number };
}

/**
 * When to ask again: never once the server has refused (a link has ended), and after failures as long as they have lasted, so twice as
 * long each time, up to five minutes.
 */
export function nextPoll(
  { state: { error, dataUpdatedAt } }: Polled,
  interval = pollingInterval,
): number | false {
  if (isDecided(error)) return false;
  if (!error) return interval;
  return Math.min(Math.max(interval, Date.now() - dataUpdatedAt), MAX_POLLING_INTERVAL);
}
