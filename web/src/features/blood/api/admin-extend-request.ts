import { useAdminChange } from "../../../api/admin-change";
import { apiFor } from "../../../api/client";

/** POST /admin/api/blood/requests/{id}/extend */
export function useAdminExtendRequest(id: string) {
  return useAdminChange((day: string) =>
    apiFor("admin").POST("/admin/api/blood/requests/{id}/extend", {
      params: { path: { id } },
      body: { Needed_by: day },
    }),
  );
}
