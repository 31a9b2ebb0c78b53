import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { adminKey, rowsPerPage } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type AdminRequest = components["schemas"]["ListedRequest"];

/** GET /admin/api/blood/requests, the newest first; without a status all of them. */
export function adminRequestsQuery(status: string) {
  return infiniteQueryOptions({
    queryKey: [adminKey, "bloodrequests", status],
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await apiFor("admin").GET("/admin/api/blood/requests", {
        params: {
          query: { status: status || undefined, limit: rowsPerPage, cursor: pageParam || undefined },
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
