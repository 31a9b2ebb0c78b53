import { queryOptions } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type MetBooking = components["schemas"]["DoctorBooking"];

/** GET /user/api/doctor/leave/{docId}/bookings: the active bookings that a leave on these days would meet. */
export function leaveBookingsQuery(docId: string, from: string, to: string) {
  return queryOptions({
    queryKey: ["doctor", docId, "leave", from, to],
    queryFn: async ({ signal }) => {
      const { data, error } = await apiFor("doctor").GET("/user/api/doctor/leave/{docId}/bookings", {
        params: { path: { docId }, query: { from, to } },
        signal,
      });
      if (!data) throw refusal(error);
      return data.data;
    },
    // Patients book meanwhile.
    staleTime: 0,
  });
}
