/** How many requests wait for an answer, for the badge in the menu. The menu is outside of the query cache, so the count is kept here. */
import { useSyncExternalStore } from "react";

let count = 0;
const listeners = new Set<() => void>();

export function setPendingRequests(next: number): void {
  if (next === count) return;
  count = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePendingRequests(): number {
  return useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  );
}
