import { useAdminChange } from "../../../api/admin-change";
import { apiFor } from "../../../api/client";

/** POST /admin/api/doctors/{id}/restore */
export function useRestoreDoctor(id: string) {
  return useAdminChange((reason: string) =>
    apiFor("admin").POST("/admin/api/doctors/{id}/restore", {
      params: { path: { id } },
      body: { reason: reason || undefined },
    }),
  );
}
