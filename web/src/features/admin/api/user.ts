import { queryOptions } from "@tanstack/react-query";
import { adminKey } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type UserDetail = components["schemas"]["AdminUserDetails"];

/** GET /admin/api/users/{id} */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: [adminKey, "user", id],
    queryFn: async ({ signal }) => {
      const { data, error } = await apiFor("admin").GET("/admin/api/users/{id}", {
        params: { path: { id } },
        signal,
      });
      if (!data) throw refusal(error);
      return data.data;
    },
    // What is decided upon must be what is booked now.
    staleTime: 0,
  });
}
