/** Pages behind a mailed link. Its token stands behind the `#` of their address, and so never leaves the browser on its own. */
import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { useHydrated } from "../lib/hydrated";
import { linkEnded } from "./problem";

export function useLinkToken() {
  const token = useLocation().hash.slice(1);
  // The prerendered page does not know it.
  const isHydrated = useHydrated();
  return { token, isCut: isHydrated && token === "" };
}

/** What a link opens, unless it is over: cut, unknown, or no longer of use. */
export function useLink<Data>(ask: (token: string) => UseQueryOptions<Data>) {
  const { token, isCut } = useLinkToken();
  const load = useQuery({ ...ask(token), enabled: token !== "" });
  return { token, load, isCut, isOver: isCut || linkEnded(load.error) };
}
