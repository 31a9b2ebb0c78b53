import { queryOptions } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";
import type { Category } from "../applicants";

export type Duplicate = components["schemas"]["Duplicate"];

/** GET /admin/api/workers/{category}/pendingrequest/{id}: everything, and who may be the same. */
export function applicantQuery(category: Category, id: string) {
  return queryOptions({
    // Not among the lists that are asked for anew after a decision: whoever is decided about waits no longer.
    queryKey: ["applicant", category, id],
    queryFn: async ({ signal }) => {
      const { data, error } = await apiFor("admin").GET("/admin/api/workers/{category}/pendingrequest/{id}", {
        params: { path: { category, id } },
        signal,
      });
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
