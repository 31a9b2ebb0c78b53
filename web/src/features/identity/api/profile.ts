import { queryOptions } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type Profile = components["schemas"]["User"];

/** GET /user/api/user/profile/{userId} */
export function profileQuery(userId: string) {
  return queryOptions({
    queryKey: ["profile", userId],
    queryFn: async () => {
      const { data, error } = await apiFor("user").GET("/user/api/user/profile/{userId}", {
        params: { path: { userId } },
      });
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
