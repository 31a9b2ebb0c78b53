/** Pages of mailed links. The token is after the `#` of their address, so the browser does not send it by itself. */
import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { useHydrated } from "../lib/hydrated";
import { linkEnded } from "./problem";

export function useLinkToken() {
  const token = useLocation().hash.slice(1);
  // The prerendered page does not know the fragment.
  const isHydrated = useHydrated();
  return { token, isCut: isHydrated && token === "" };
}

/** The data of a link, unless the link has ended: incomplete, unknown, or no longer of use. */
export function useLink<Data>(ask: (token: string) => UseQueryOptions<Data>) {
  const { token, isCut } = useLinkToken();
  const load = useQuery({ ...ask(token), enabled: token !== "" });
  return { token, load, isCut, isOver: isCut || linkEnded(load.error) };
}
