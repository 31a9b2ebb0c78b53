import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";
import type { Filters } from "../filters";
import { pageSize } from "../page-sizes";

export type FoundDoctor = components["schemas"]["FoundDoctor"];

/** GET /user/api/finddoctors, a page at a time. The old list stays while the next one is on its way. */
export function findDoctorsQuery({ district, specialization, q }: Filters) {
  return infiniteQueryOptions({
    queryKey: ["doctors", "list", district, specialization, q],
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await publicApi.GET("/user/api/finddoctors", {
        params: {
          query: {
            district: district || undefined,
            specialization: specialization || undefined,
            q: q || undefined,
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
