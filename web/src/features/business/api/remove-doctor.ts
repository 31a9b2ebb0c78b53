import { useMutation, useQueryClient } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { refreshAfter } from "../../../api/refresh-after";
import { hospitalDoctorsQuery } from "./hospital-doctors";

/** DELETE /user/api/worker/doctors/{workerId}/{docId} */
export function useRemoveDoctor(workerId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (docId: string) => {
      const { data, error } = await apiFor("worker").DELETE("/user/api/worker/doctors/{workerId}/{docId}", {
        params: { path: { workerId, docId } },
      });
      if (!data) throw refusal(error);
      return data;
    },
    onSettled: refreshAfter(() =>
      queries.invalidateQueries({ queryKey: hospitalDoctorsQuery(workerId).queryKey }),
    ),
  });
}
