import { useMutation, useQueryClient } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { refreshDoctor } from "./refresh-doctor";

/** What becomes of the bookings on those days: they stay, their patients are asked to choose another time, or they go. */
export type BookingsFate = "keep" | "notify" | "cancel";

interface NewLeave {
  from: string;
  to: string;
  note: string;
  bookings: BookingsFate;
}

/** POST /user/api/doctor/leave/{docId} */
export function useTakeLeave(docId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewLeave) => {
      const { data, error } = await apiFor("doctor").POST("/user/api/doctor/leave/{docId}", {
        params: { path: { docId } },
        body,
      });
      if (!data) throw refusal(error);
      return data;
    },
    onSuccess: () => refreshDoctor(queries, docId, "schedule"),
  });
}
