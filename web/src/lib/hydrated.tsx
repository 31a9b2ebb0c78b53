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

/** Of the page, inside a part that hydrates later than the page. */
const OfPage = createContext<boolean | undefined>(undefined);

/**
 * False in prerendered pages and during hydration, so that both render the same. Not a `useSyncExternalStore`, which would render
 * the page again synchronously; a transition keeps a phone responsive.
 */
export function useHydrated(): boolean {
  const ofPage = useContext(OfPage);
  const [hydrated, setHydrated] = useState(hydratedOnce);
  useEffect(() => {
    hydratedOnce = true;
    startTransition(() => setHydrated(true));
  }, []);
  return ofPage ?? hydrated;
}

/** A part of a page that hydrates in a step of its own, or first when it is pressed. It has no fields, whose early input would be lost. */
export function HydratedLater({ children }: { children: ReactNode }) {
  const hydrated = useHydrated();
  return (
    <Suspense fallback={null}>
      <OfPage value={hydrated}>{children}</OfPage>
    </Suspense>
  );
}
