import { queryOptions } from "@tanstack/react-query";
import { adminKey } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";

/** GET /admin/api/messages/{id} */
export function messageQuery(id: string) {
  return queryOptions({
    queryKey: [adminKey, "message", id],
    queryFn: async () => {
      const { data, error } = await apiFor("admin").GET("/admin/api/messages/{id}", {
        params: { path: { id } },
      });
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
