import { queryOptions } from "@tanstack/react-query";
import { adminKey } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";

/** The dashboard shows the newest; all of them are on their own page. */
const shown = "10";

/** GET /admin/api/doctors/data/dashboard */
export function dashboardDoctorsQuery() {
  return queryOptions({
    queryKey: [adminKey, "dashboard-doctors"],
    queryFn: async () => {
      const { data, error } = await apiFor("admin").GET("/admin/api/doctors/data/dashboard", {
        params: { query: { limit: shown } },
      });
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
