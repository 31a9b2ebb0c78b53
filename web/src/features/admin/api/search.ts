import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminKey } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";

/** Below this the server finds nothing. */
export const shortestSearch = 2;

/** GET /admin/api/search. What was found for the letters before stays while the next answer is on its way. */
export function searchQuery(q: string) {
  return queryOptions({
    queryKey: [adminKey, "search", q],
    queryFn: async ({ signal }) => {
      const { data, error } = await apiFor("admin").GET("/admin/api/search", {
        params: { query: { q } },
        signal,
      });
      if (!data) throw refusal(error);
      return data.data;
    },
    enabled: q.length >= shortestSearch,
    placeholderData: keepPreviousData,
  });
}
