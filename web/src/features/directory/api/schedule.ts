import { queryOptions } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type Schedule = components["schemas"]["ScheduleView"];
export type Leave = components["schemas"]["LeaveView"];

/** GET /user/api/doctor/schedule/{docId} */
export function scheduleQuery(docId: string) {
  return queryOptions({
    queryKey: ["doctor", docId, "schedule"],
    queryFn: async () => {
      const { data, error } = await apiFor("doctor").GET("/user/api/doctor/schedule/{docId}", {
        params: { path: { docId } },
      });
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
