import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { adminKey, rowsPerPage } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { Category } from "../applicants";

/** GET /admin/api/workers/data: the approved ones. The old list stays while the next is on its way. */
export function workersQuery(category: Category, q: string) {
  return infiniteQueryOptions({
    queryKey: [adminKey, "workers", category, q],
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await apiFor("admin").GET("/admin/api/workers/data", {
        params: {
          query: { category, q: q || undefined, limit: rowsPerPage, cursor: pageParam || undefined },
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
