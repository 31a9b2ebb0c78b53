import { queryOptions } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";

/** GET /user/api/doctor/profile/{docId}, for the name at the head of a printed day. */
export function doctorNameQuery(docId: string) {
  return queryOptions({
    queryKey: ["doctor", docId, "name"],
    queryFn: async () => {
      const { data, error } = await apiFor("doctor").GET("/user/api/doctor/profile/{docId}", {
        params: { path: { docId } },
      });
      if (!data) throw refusal(error);
      return data.data.full_Name;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
