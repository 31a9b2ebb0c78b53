import { useQuery } from "@tanstack/react-query";
import { districtName, districtNamed } from "../lib/districts";
import { api } from "./client";
import { embeddedName } from "./preloaded-responses";
import { query } from "./query";
import type { components } from "./schema";

export type District = components["schemas"]["District"];
export type State = components["schemas"]["State"];

/** GET /user/api/reference. It changes with a new version of the server, not while a page is open. */
export function referenceQuery() {
  return {
    ...query(["reference"], (signal) => api.public.GET("/user/api/reference", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

/** The states for a form: empty until they are loaded, with a way to retry a failed load. */
export function useStates() {
  const { data, error, isFetching, refetch } = useQuery(referenceQuery());
  return {
    states: data?.states ?? [],
    failure: error && !data ? { isRetrying: isFetching, onRetry: () => void refetch() } : undefined,
  };
}

/** Kerala's districts from south to north; none until the lists are there. */
export function useKeralaDistricts(): readonly District[] {
  const reference = useQuery(referenceQuery());
  return reference.data?.states.find(({ name }) => name === "Kerala")?.districts ?? [];
}

/** Returns a function from the stored name of a state to its name in the page's language. */
export function useStateName(): (name: string) => string {
  const states = useQuery(referenceQuery()).data?.states ?? [];
  return (name) => {
    const state = states.find((known) => known.name === name);
    return state ? districtName(state) : name;
  };
}

/** Returns a function from the stored name of a district to its name in the page's language. */
export function useDistrictName(): (name: string) => string {
  const districts = useKeralaDistricts();
  return (name) => {
    const district = districtNamed(districts, name);
    return district ? districtName(district) : (embeddedName(name) ?? name);
  };
}
