import { useAdminChange } from "../../../api/admin-change";
import { apiFor } from "../../../api/client";

/** POST /admin/api/blood/requests/{id}/block: their address and number, and their open requests with it. */
export function useAdminBlockRequester(id: string) {
  return useAdminChange((reason: string) =>
    apiFor("admin").POST("/admin/api/blood/requests/{id}/block", {
      params: { path: { id } },
      body: { reason },
    }),
  );
}
