/** Whether the page is hydrated. Query and fragment are known from then on. */
import { startTransition, useEffect, useState } from "react";

let hydratedOnce = false;

/** Before that, the page's elements can hold input that React does not know of. */
export function isHydrating(): boolean {
  return !hydratedOnce;
}

/**
 * False in prerendered pages and during hydration, so that both render the same. Not a `useSyncExternalStore`, which would render
 * the page again synchronously; a transition keeps a phone responsive.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(hydratedOnce);
  useEffect(() => {
    hydratedOnce = true;
    startTransition(() => setHydrated(true));
  }, []);
  return hydrated;
}
