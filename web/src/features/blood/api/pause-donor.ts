import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { useDonorChange } from "./donor-change";
import { withLink } from "./with-link";

/** POST /user/api/blooddonor/pause. Without a day: until the donor comes back. */
export function usePauseDonor(token: string) {
  return useDonorChange(token, async (body: { until?: string }) => {
    const { data, error } = await publicApi.POST("/user/api/blooddonor/pause", { ...withLink(token), body });
    if (!data) throw refusal(error);
    return data;
  });
}
