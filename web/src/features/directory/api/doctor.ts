import { queryOptions } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";

/** GET /user/api/doctor/{id} */
export function doctorQuery(id: string) {
  return queryOptions({
    queryKey: ["doctors", id],
    queryFn: async () => {
      const { data, error } = await publicApi.GET("/user/api/doctor/{id}", { params: { path: { id } } });
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
