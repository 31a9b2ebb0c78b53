import { queryOptions } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";
import { doctorBookingsKey } from "./doctor-bookings-key";

export type DoctorBooking = components["schemas"]["DoctorBooking"];

/** GET /user/api/doctor/appointments/{docId}: what waits for the doctor's decision. A week has fewer slots than the list holds. */
export function pendingBookingsQuery(docId: string) {
  return queryOptions({
    queryKey: [...doctorBookingsKey(docId), "pending"],
    queryFn: async () => {
      const { data, error } = await apiFor("doctor").GET("/user/api/doctor/appointments/{docId}", {
        params: { path: { docId } },
      });
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
