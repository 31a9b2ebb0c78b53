import { queryOptions } from "@tanstack/react-query";
import { adminKey } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type DoctorDetail = components["schemas"]["AdminDoctorDetails"];

/** GET /admin/api/doctors/{id} */
export function doctorQuery(id: string) {
  return queryOptions({
    queryKey: [adminKey, "doctor", id],
    queryFn: async ({ signal }) => {
      const { data, error } = await apiFor("admin").GET("/admin/api/doctors/{id}", {
        params: { path: { id } },
        signal,
      });
      if (!data) throw refusal(error);
      return data.data;
    },
    // Patients book meanwhile.
    staleTime: 0,
  });
}
