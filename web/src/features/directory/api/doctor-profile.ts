import { queryOptions } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type DoctorProfile = components["schemas"]["ProfileView"];

/** GET /user/api/doctor/profile/{docId} */
export function doctorProfileQuery(docId: string) {
  return queryOptions({
    queryKey: ["doctor", docId, "profile"],
    queryFn: async () => {
      const { data, error } = await apiFor("doctor").GET("/user/api/doctor/profile/{docId}", {
        params: { path: { docId } },
      });
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
