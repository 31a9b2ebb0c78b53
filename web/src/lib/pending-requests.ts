/** Number of pending requests for the badge in the menu, which is outside of the query cache. */
import { useEffect, useSyncExternalStore } from "react";

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

/** Sets the number for as long as the caller is mounted: it belongs to the account and doctor whose pages are shown. */
export function usePendingRequestsBadge(count: number): void {
  useEffect(() => {
    setPendingRequests(count);
    return () => setPendingRequests(0);
  }, [count]);
}
