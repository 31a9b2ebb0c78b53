import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";
import { pageSize } from "../page-sizes";

export type Pharmacy = components["schemas"]["PlaceView"];

/** GET /user/api/pharmacies, a page at a time. The old list stays while the next one is on its way. */
export function pharmaciesQuery(district: string) {
  return infiniteQueryOptions({
    queryKey: ["pharmacies", district],
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await publicApi.GET("/user/api/pharmacies", {
        params: {
          query: {
            district: district || undefined,
            limit: pageSize(pageParam),
            cursor: pageParam || undefined,
          },
        },
        signal,
      });
      if (!data) throw refusal(error);
      return data;
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}
