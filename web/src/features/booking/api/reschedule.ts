import { useMutation, useQueryClient } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { mayHaveArrived } from "../../../api/no-answer";
import { refusal } from "../../../api/problem";
import { refreshBookings } from "./refresh-bookings";

interface NewTime {
  id: string;
  date: string;
  time: string;
}

/** PATCH /user/api/appointment/reschedule/{id} */
export function useReschedule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, ...body }: NewTime) => {
      const { data, error } = await apiFor("user").PATCH("/user/api/appointment/reschedule/{id}", {
        params: { path: { id } },
        body,
      });
      if (!data) throw refusal(error);
      return data;
    },
    onSettled: (_data, error) => {
      if (mayHaveArrived(error)) refreshBookings(client);
    },
  });
}
