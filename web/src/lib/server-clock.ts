/** The server's time, because a device's clock may be hours or days wrong. */
import { useSyncExternalStore } from "react";

/** Smaller offsets are caused by the network delay and the header's full seconds. */
const MIN_OFFSET = 30_000;

let offset = 0;
const listeners = new Set<() => void>();

/** Updates the offset from the `Date` header of a fresh response. */
export function learnServerTime(date: string | null): void {
  const ahead = Date.parse(date ?? "") - Date.now();
  if (Number.isNaN(ahead)) return;
  const next = Math.abs(ahead) < MIN_OFFSET ? 0 : ahead;
  // Differences of seconds are noise.
  if (Math.abs(next - offset) < MIN_OFFSET / 2) return;
  offset = next;
  for (const listener of listeners) listener();
}

export const serverNow = () => Date.now() + offset;

/** Called when the offset changes. */
export function onServerTime(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const TICK_INTERVAL_MS = 5_000;

function everyTick(listener: () => void): () => void {
  const timer = window.setInterval(listener, TICK_INTERVAL_MS);
  return () => window.clearInterval(timer);
}

/** The device's time, updated every five seconds; 0 while a page is prerendered or hydrates. */
export const useTick = () =>
  useSyncExternalStore(
    everyTick,
    () => Math.floor(Date.now() / TICK_INTERVAL_MS) * TICK_INTERVAL_MS,
    () => 0,
  );
