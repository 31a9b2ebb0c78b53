import { queryOptions } from "@tanstack/react-query";
import { adminKey } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type Notifications = components["schemas"]["Notifications"];

/** GET /admin/api/notifications: how much waits, by kind. */
export function notificationsQuery() {
  return queryOptions({
    queryKey: [adminKey, "notifications"],
    queryFn: async () => {
      const { data, error } = await apiFor("admin").GET("/admin/api/notifications");
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
