import { queryOptions } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";

/** GET /user/api/doctor/{id}/slots: the free slots of a day. */
export function freeSlotsQuery(doctorId: string, day: string) {
  return queryOptions({
    queryKey: ["doctors", doctorId, "slots", day],
    queryFn: async () => {
      const { data, error } = await publicApi.GET("/user/api/doctor/{id}/slots", {
        params: { path: { id: doctorId }, query: { date: day } },
      });
      if (!data) throw refusal(error);
      return data.data;
    },
    staleTime: 0,
  });
}
