import { queryOptions } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type WorkerProfile = components["schemas"]["FacilityView"];

/** GET /user/api/worker/profile/{workerId} */
export function workerProfileQuery(workerId: string) {
  return queryOptions({
    queryKey: ["worker", workerId, "profile"],
    queryFn: async () => {
      const { data, error } = await apiFor("worker").GET("/user/api/worker/profile/{workerId}", {
        params: { path: { workerId } },
      });
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
