import { queryOptions } from "@tanstack/react-query";
import { adminKey } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type RequestDetail = components["schemas"]["RequestDetail"];

/** GET /admin/api/blood/requests/{id}: with every donor who was asked, and what they said. */
export function adminRequestQuery(id: string) {
  return queryOptions({
    queryKey: [adminKey, "bloodrequest", id],
    queryFn: async ({ signal }) => {
      const { data, error } = await apiFor("admin").GET("/admin/api/blood/requests/{id}", {
        params: { path: { id } },
        signal,
      });
      if (!data) throw refusal(error);
      return data.data;
    },
    // Donors answer meanwhile.
    staleTime: 0,
  });
}
