import { useAdminChange } from "../../../api/admin-change";
import { apiFor } from "../../../api/client";

/** POST /admin/api/blood/requests/{id}/unblock */
export function useAdminUnblockRequester(id: string) {
  return useAdminChange(() =>
    apiFor("admin").POST("/admin/api/blood/requests/{id}/unblock", {
      params: { path: { id } },
    }),
  );
}
