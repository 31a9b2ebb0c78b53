import { queryOptions, useQuery } from "@tanstack/react-query";
import { districtName, districtNamed } from "../lib/districts";
import { publicApi } from "./client";
import { refusal } from "./problem";
import type { components } from "./schema";

export type District = components["schemas"]["District"];
export type State = components["schemas"]["State"];

/** GET /user/api/reference. It changes with a new version of the server, not while a page is open. */
export function referenceQuery() {
  return queryOptions({
    queryKey: ["reference"],
    queryFn: async () => {
      const { data, error } = await publicApi.GET("/user/api/reference");
      if (!data) throw refusal(error);
      return data.data;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Kerala's districts from south to north; none until the lists are there. */
export function useKeralaDistricts(): readonly District[] {
  const reference = useQuery(referenceQuery());
  return reference.data?.states.find(({ name }) => name === "Kerala")?.districts ?? [];
}

/** Turns the stored name of a district into the one that the page's language has for it. */
export function useDistrictName(): (name: string) => string {
  const districts = useKeralaDistricts();
  return (name) => {
    const district = districtNamed(districts, name);
    return district ? districtName(district) : name;
  };
}
