import { queryOptions } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";
import { withLink } from "./with-link";

export type Reveal = components["schemas"]["RevealView"];

/** GET /user/api/blooddonor/reveals, by the donor's private link: who saw the number */
export function donorRevealsQuery(token: string) {
  return queryOptions({
    queryKey: ["blood-donor-reveals", token],
    queryFn: async () => {
      const { data, error } = await publicApi.GET("/user/api/blooddonor/reveals", withLink(token));
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
