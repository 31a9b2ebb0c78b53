/** Whether the browser has taken the page over. What only it knows (query, fragment) is shown from then on. */
import { startTransition, useEffect, useState } from "react";

let hydratedOnce = false;

/** Whether the first page is still being taken over: until then its elements can hold what React has not put there. */
export function isHydrating(): boolean {
  return !hydratedOnce;
}

/**
 * False in prerendered pages and while they hydrate, so that both draw the same. Not a `useSyncExternalStore`: that
 * would draw the page a second time in one go, where a transition leaves a phone time to answer.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(hydratedOnce);
  useEffect(() => {
    hydratedOnce = true;
    startTransition(() => setHydrated(true));
  }, []);
  return hydrated;
}
