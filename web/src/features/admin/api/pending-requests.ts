import { infiniteQueryOptions } from "@tanstack/react-query";
import { adminKey, rowsPerPage } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { Category } from "../applicants";

/** GET /admin/api/workers/{category}/pendingrequest, the newest first. */
export function pendingRequestsQuery(category: Category) {
  return infiniteQueryOptions({
    queryKey: [adminKey, "pending", category],
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await apiFor("admin").GET("/admin/api/workers/{category}/pendingrequest", {
        params: { path: { category }, query: { limit: rowsPerPage, cursor: pageParam || undefined } },
        signal,
      });
      if (!data) throw refusal(error);
      return data;
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}
