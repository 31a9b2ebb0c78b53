/** Polling where no event stream is available. */
import { isDecided } from "./problem";

export const POLLING_INTERVAL_MS = 30_000;

const MAX_POLLING_INTERVAL = 300_000;

interface Polled {
  state: { error: unknown; dataUpdatedAt: number };
}

/**
 * The delay until the next poll: none after a definite refusal (a link has ended); after failures as long as they have lasted, so it
 * doubles each time, up to five minutes.
 */
export function pollingDelay(
  { state: { error, dataUpdatedAt } }: Polled,
  interval = POLLING_INTERVAL_MS,
): number | false {
  if (isDecided(error)) return false;
  if (!error) return interval;
  return Math.min(Math.max(interval, Date.now() - dataUpdatedAt), MAX_POLLING_INTERVAL);
}
