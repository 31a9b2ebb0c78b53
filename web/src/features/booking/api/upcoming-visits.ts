import { queryOptions } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { doctorBookingsKey } from "./doctor-bookings-key";

/** GET /user/api/doctor/appointment/upcoming/{docId}: approved visits still to come, the soonest first. */
export function upcomingVisitsQuery(docId: string) {
  return queryOptions({
    queryKey: [...doctorBookingsKey(docId), "upcoming"],
    queryFn: async () => {
      const { data, error } = await apiFor("doctor").GET("/user/api/doctor/appointment/upcoming/{docId}", {
        params: { path: { docId } },
      });
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
