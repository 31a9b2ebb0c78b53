import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { useDonorChange } from "./donor-change";
import { withLink } from "./with-link";

/** POST /user/api/blooddonor/donation. It starts the days of rest. */
export function useReportDonation(token: string) {
  return useDonorChange(token, async (body: { date: string }) => {
    const { data, error } = await publicApi.POST("/user/api/blooddonor/donation", {
      ...withLink(token),
      body,
    });
    if (!data) throw refusal(error);
    return data;
  });
}
