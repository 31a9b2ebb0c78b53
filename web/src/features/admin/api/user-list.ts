import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { adminKey, rowsPerPage } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type UserRow = components["schemas"]["AdminUser"];

/** GET /admin/api/userdata. The old list stays while the next is on its way. */
export function userListQuery(q: string, sort: string) {
  return infiniteQueryOptions({
    queryKey: [adminKey, "users", q, sort],
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await apiFor("admin").GET("/admin/api/userdata", {
        params: {
          query: {
            q: q || undefined,
            sort: sort || undefined,
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
