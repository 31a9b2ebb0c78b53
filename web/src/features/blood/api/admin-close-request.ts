import { useAdminChange } from "../../../api/admin-change";
import { apiFor } from "../../../api/client";

/** POST /admin/api/blood/requests/{id}/close */
export function useAdminCloseRequest(id: string) {
  return useAdminChange((reason: string) =>
    apiFor("admin").POST("/admin/api/blood/requests/{id}/close", {
      params: { path: { id } },
      body: { reason: reason || undefined },
    }),
  );
}
