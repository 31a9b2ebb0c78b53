import { useMutation, useQueryClient } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { mayHaveArrived } from "../../../api/no-answer";
import { refusal } from "../../../api/problem";
import { idOf } from "../../../lib/session";
import { refreshBookings } from "./refresh-bookings";

export interface NewBooking {
  doctorId: string;
  name: string;
  phoneNumber: string;
  /** As in "2024-01-05" */
  date: string;
  /** As in "09:15" */
  time: string;
}

/** POST /user/api/doctor/{id}/appointment/booking/{userId} */
export function useBook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ doctorId, ...body }: NewBooking) => {
      const { data, error } = await apiFor("user").POST(
        "/user/api/doctor/{id}/appointment/booking/{userId}",
        { params: { path: { id: doctorId, userId: idOf("user") ?? "" } }, body },
      );
      if (!data) throw refusal(error);
      return data;
    },
    onSettled: (_data, error) => {
      if (mayHaveArrived(error)) refreshBookings(client);
    },
  });
}
