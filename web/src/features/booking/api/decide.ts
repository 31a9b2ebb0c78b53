import { useMutation, useQueryClient } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { failureText, refusal } from "../../../api/problem";
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
    // Without a connection the doctor hears so at once; a decision never waits unseen for one.
    networkMode: "always",
    onSuccess: ({ message }) => showMessage(message),
    onError: (error) => showError(failureText(error)),
    onSettled: () => refreshDoctorBookings(client, docId),
  });
}
