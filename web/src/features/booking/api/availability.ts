import { queryOptions } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";

/** GET /user/api/doctor/{id}/availability: the free slots of today and the six days after, counted. */
export function availabilityQuery(doctorId: string) {
  return queryOptions({
    queryKey: ["doctors", doctorId, "availability"],
    queryFn: async () => {
      const { data, error } = await publicApi.GET("/user/api/doctor/{id}/availability", {
        params: { path: { id: doctorId }, query: { days: "7" } },
      });
      if (!data) throw refusal(error);
      return data.data;
    },
    // Others book meanwhile: whoever opens the picker sees what is free now.
    staleTime: 0,
  });
}
