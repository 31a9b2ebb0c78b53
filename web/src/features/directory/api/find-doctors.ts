import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";
import type { Filters } from "../filters";

export type FoundDoctor = components["schemas"]["FoundDoctor"];

/** The first screen must come at once, on any phone; what lies below it can come in larger helpings. */
const firstPage = "6";
const laterPages = "12";

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
            limit: pageParam ? laterPages : firstPage,
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
