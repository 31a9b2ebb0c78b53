import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { adminKey, rowsPerPage } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";

export interface DonorFilters {
  q: string;
  group: string;
  district: string;
}

/** The filters as the calls name them. */
export function asked({ q, group, district }: DonorFilters) {
  return { q: q || undefined, Blood_group: group || undefined, District: district || undefined };
}

/** GET /admin/api/blood/donors. The old list stays while the next is on its way. */
export function adminDonorsQuery({ q, group, district }: DonorFilters) {
  return infiniteQueryOptions({
    queryKey: [adminKey, "donors", q, group, district],
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await apiFor("admin").GET("/admin/api/blood/donors", {
        params: {
          query: {
            ...asked({ q, group, district }),
            limit: rowsPerPage,
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
