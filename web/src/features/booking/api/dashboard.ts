import { queryOptions } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";
import { doctorBookingsKey } from "./doctor-bookings-key";

export type Dashboard = components["schemas"]["Dashboard"];

/** GET /user/api/doctor/dashboard/{docId} */
export function dashboardQuery(docId: string) {
  return queryOptions({
    queryKey: [...doctorBookingsKey(docId), "dashboard"],
    queryFn: async () => {
      const { data, error } = await apiFor("doctor").GET("/user/api/doctor/dashboard/{docId}", {
        params: { path: { docId } },
      });
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
