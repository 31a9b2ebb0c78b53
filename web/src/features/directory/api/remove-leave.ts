import { useMutation, useQueryClient } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { refreshAfter } from "../../../api/refresh-after";
import { refreshDoctor } from "./refresh-doctor";

/** DELETE /user/api/doctor/leave/{docId}/{leaveId} */
export function useRemoveLeave(docId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (leaveId: string) => {
      const { data, error } = await apiFor("doctor").DELETE("/user/api/doctor/leave/{docId}/{leaveId}", {
        params: { path: { docId, leaveId } },
      });
      if (!data) throw refusal(error);
      return data;
    },
    // Whoever removed it on another device was only faster.
    onSettled: refreshAfter(() => refreshDoctor(queries, docId, "schedule")),
  });
}
