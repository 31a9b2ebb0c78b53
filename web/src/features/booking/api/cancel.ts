import { useMutation, useQueryClient } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { mayHaveArrived } from "../../../api/no-answer";
import { refusal } from "../../../api/problem";
import { refreshBookings } from "./refresh-bookings";

/** PATCH /user/api/appointment/cancel/{id} */
export function useCancel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const { data, error } = await apiFor("user").PATCH("/user/api/appointment/cancel/{id}", {
        params: { path: { id } },
      });
      if (!data) throw refusal(error);
      return data;
    },
    onSettled: (_data, error) => {
      if (mayHaveArrived(error)) refreshBookings(client);
    },
  });
}
