/** Whether the page is hydrated. Query and fragment are known from then on. */
import {
  createContext,
  type ReactNode,
  Suspense,
  startTransition,
  useContext,
  useEffect,
  useState,
} from "react";

let hydratedOnce = false;

/** Before that, the page's elements can hold input that React does not know of. */
export function isHydrating(): boolean {
  return !hydratedOnce;
}

/** Whether the page is hydrated, for components inside `HydratedLater`. */
const PageHydrated = createContext<boolean | undefined>(undefined);

/**
 * False in prerendered pages and during hydration, so that both render the same. Not a `useSyncExternalStore`, which would render
 * the page again synchronously; a transition keeps a phone responsive.
 */
export function useHydrated(): boolean {
  const ofPage = useContext(PageHydrated);
  const [hydrated, setHydrated] = useState(hydratedOnce);
  useEffect(() => {
    hydratedOnce = true;
    startTransition(() => setHydrated(true));
  }, []);
  return ofPage ?? hydrated;
}

/** A part of a page that hydrates after the rest, or at once when it is pressed. It must not contain fields: their early input would be lost. */
export function HydratedLater({ children }: { children: ReactNode }) {
  const hydrated = useHydrated();
  return (
    <Suspense fallback={null}>
      <PageHydrated value={hydrated}>{children}</PageHydrated>
    </Suspense>
  );
}
