import { queryOptions } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";
import { withLink } from "./with-link";

export type Donor = components["schemas"]["DonorView"];

/** GET /user/api/blooddonor, by the donor's private link */
export function donorQuery(token: string) {
  return queryOptions({
    queryKey: ["blood-donor", token],
    queryFn: async () => {
      const { data, error } = await publicApi.GET("/user/api/blooddonor", withLink(token));
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
