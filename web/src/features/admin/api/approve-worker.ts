import { useAdminChange } from "../../../api/admin-change";
import { apiFor } from "../../../api/client";
import type { Category } from "../applicants";

/** PATCH /admin/api/workers/{category}/approved/{id} */
export function useApproveWorker(category: Category, id: string) {
  return useAdminChange(() =>
    apiFor("admin").PATCH("/admin/api/workers/{category}/approved/{id}", {
      params: { path: { category, id } },
    }),
  );
}
