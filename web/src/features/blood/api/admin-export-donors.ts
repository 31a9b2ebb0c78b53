import { apiFor } from "../../../api/client";
import { useExportFile } from "../../../api/export-file";
import { asked, type DonorFilters } from "./admin-donors";

/** GET /admin/api/blood/donors/export: those whom the filters leave. */
export function useExportDonors(filters: DonorFilters) {
  return useExportFile("doc-care-donors.csv", () =>
    apiFor("admin").GET("/admin/api/blood/donors/export", {
      params: { query: asked(filters) },
      parseAs: "blob",
    }),
  );
}
