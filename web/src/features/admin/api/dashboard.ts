import { queryOptions } from "@tanstack/react-query";
import { adminKey } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type AdminFigures = components["schemas"]["AdminFigures"];

/** GET /admin/api/dashboard */
export function adminDashboardQuery() {
  return queryOptions({
    queryKey: [adminKey, "dashboard"],
    queryFn: async () => {
      const { data, error } = await apiFor("admin").GET("/admin/api/dashboard");
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
