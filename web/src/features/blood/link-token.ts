import { useLocation } from "react-router";
import { useHydrated } from "../../lib/hydrated";

/** The token of a mailed link: nothing while the prerendered page hydrates, empty when the address has none. */
export function useLinkToken(): string | undefined {
  const { hash } = useLocation();
  return useHydrated() ? hash.slice(1) : undefined;
}
