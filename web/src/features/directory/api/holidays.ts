import { queryOptions } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type Holiday = components["schemas"]["Holiday"];

/** GET /user/api/holidays: Kerala's government holidays, from today on. */
export function holidaysQuery() {
  return queryOptions({
    queryKey: ["holidays"],
    queryFn: async () => {
      const { data, error } = await publicApi.GET("/user/api/holidays");
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
