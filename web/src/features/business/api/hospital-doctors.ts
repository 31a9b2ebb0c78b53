import { queryOptions } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type HospitalDoctor = components["schemas"]["OwnDoctor"];

/** GET /user/api/worker/doctors/{workerId}: the doctors who named this hospital. */
export function hospitalDoctorsQuery(workerId: string) {
  return queryOptions({
    queryKey: ["worker", workerId, "doctors"],
    queryFn: async () => {
      const { data, error } = await apiFor("worker").GET("/user/api/worker/doctors/{workerId}", {
        params: { path: { workerId } },
      });
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
