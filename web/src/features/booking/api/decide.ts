import { useMutation, useQueryClient } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { refreshAfter } from "../../../api/refresh-after";
import { failureText } from "../../../lib/failure";
import { showError, showMessage } from "../../../lib/toasts";
import type { Decision } from "../decisions";
import { refreshDoctorBookings } from "./doctor-bookings-key";

/** PATCH /user/api/doctor/appointment/approve/{id} and …/reject/{id}. It ends when the fresh lists are there. */
export function useDecide(docId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kind, booking, reason }: Decision) => {
      const params = { path: { id: booking._id } };
      const { data, error } =
        kind === "approve"
          ? await apiFor("doctor").PATCH("/user/api/doctor/appointment/approve/{id}", { params })
          : await apiFor("doctor").PATCH("/user/api/doctor/appointment/reject/{id}", {
              params,
              body: { reason: reason || undefined },
            });
      if (!data) throw refusal(error);
      return data;
    },
    onSuccess: ({ message }) => showMessage(message),
    onError: (error) => showError(failureText(error)),
    onSettled: refreshAfter(() => refreshDoctorBookings(client, docId)),
  });
}
