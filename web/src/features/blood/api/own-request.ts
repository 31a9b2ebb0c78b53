import { queryOptions } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";
import { withLink } from "./with-link";

export type OwnRequest = components["schemas"]["RequestView"];
export type AcceptedDonor = components["schemas"]["AcceptedDonor"];
export type FormerDonor = components["schemas"]["FormerDonor"];

const halfAMinute = 30_000;
const aMoment = 2_000;

/** While donors are asked, and while one of them may still take a yes back. */
export function isRunning(status: string | undefined): boolean {
  return status === "Open" || status === "Matched";
}

/** Donors are being asked at this moment. */
function isDue(nextWaveAt: string | null | undefined): boolean {
  return !!nextWaveAt && Date.parse(nextWaveAt) <= Date.now();
}

/** GET /user/api/bloodrequest, by the requester's private link. Asked again while answers may come; a hidden tab rests. */
export function ownRequestQuery(token: string) {
  return queryOptions({
    queryKey: ["blood-request", token],
    queryFn: async () => {
      const { data, error } = await publicApi.GET("/user/api/bloodrequest", withLink(token));
      if (!data) throw refusal(error);
      return data.data;
    },
    refetchInterval: ({ state }) => {
      if (!state.data || !isRunning(state.data.status)) return false;
      return isDue(state.data.nextWaveAt) ? aMoment : halfAMinute;
    },
  });
}
