import { queryOptions } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type DistrictDonors = components["schemas"]["DistrictCounts"];

/** GET /user/api/blood/facts */
export function bloodFactsQuery() {
  return queryOptions({
    queryKey: ["blood-facts"],
    queryFn: async () => {
      const { data, error } = await publicApi.GET("/user/api/blood/facts");
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
