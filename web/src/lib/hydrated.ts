/** Whether the browser has taken the page over. What only it knows (query, fragment) is shown from then on. */
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False in prerendered pages and while they hydrate, so that both draw the same. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
