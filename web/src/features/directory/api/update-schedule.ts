import { useMutation, useQueryClient } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { refreshDoctor } from "./refresh-doctor";

interface WeeklyChanges {
  daysOff: string[];
  /** Empty texts: no break. */
  breakStart: string;
  breakEnd: string;
}

/** PUT /user/api/doctor/schedule/{docId} */
export function useUpdateSchedule(docId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: WeeklyChanges) => {
      const { data, error } = await apiFor("doctor").PUT("/user/api/doctor/schedule/{docId}", {
        params: { path: { docId } },
        body,
      });
      if (!data) throw refusal(error);
      return data;
    },
    onSuccess: () => refreshDoctor(queries, docId, "schedule"),
  });
}
