import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { adminKey, rowsPerPage } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";

/** GET /admin/api/bookings: everybody's, the newest first. The old list stays while the next is on its way. */
export function ordersQuery(q: string, status: string) {
  return infiniteQueryOptions({
    queryKey: [adminKey, "orders", q, status],
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await apiFor("admin").GET("/admin/api/bookings", {
        params: {
          query: {
            q: q || undefined,
            status: status || undefined,
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
