import { useMutation, useQueryClient } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { refreshAfter } from "../../../api/refresh-after";
import { refreshDoctorBookings } from "./doctor-bookings-key";

interface Cancellation {
  id: string;
  reason: string;
}

/** PATCH /user/api/doctor/appointment/cancel/{id}: an approved visit, by its doctor. */
export function useCancelVisit(docId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, reason }: Cancellation) => {
      const { data, error } = await apiFor("doctor").PATCH("/user/api/doctor/appointment/cancel/{id}", {
        params: { path: { id } },
        body: { reason },
      });
      if (!data) throw refusal(error);
      return data;
    },
    onSettled: refreshAfter(() => refreshDoctorBookings(client, docId)),
  });
}
