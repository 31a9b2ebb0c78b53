import { apiFor } from "../../../api/client";
import { useExportFile } from "../../../api/export-file";

/** GET /admin/api/users/export: those whom the search finds. */
export function useExportUsers(q: string) {
  return useExportFile("doc-care-users.csv", () =>
    apiFor("admin").GET("/admin/api/users/export", {
      params: { query: { q: q || undefined } },
      parseAs: "blob",
    }),
  );
}
