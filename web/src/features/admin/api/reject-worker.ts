import { useAdminChange } from "../../../api/admin-change";
import { apiFor } from "../../../api/client";
import type { Category } from "../applicants";

/** DELETE /admin/api/workers/{category}/rejected/{id} */
export function useRejectWorker(category: Category, id: string) {
  return useAdminChange((reason: string) =>
    apiFor("admin").DELETE("/admin/api/workers/{category}/rejected/{id}", {
      params: { path: { category, id } },
      body: { reason },
    }),
  );
}
