import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { useOwnRequestChange } from "./own-request-change";
import { withLink } from "./with-link";

/** POST /user/api/bloodrequest/report: something is wrong with a donor who said yes. */
export function useReportDonor(token: string, donor: string) {
  return useOwnRequestChange(token, async (reason: string) => {
    const { data, error } = await publicApi.POST("/user/api/bloodrequest/report", {
      ...withLink(token),
      body: { donor, reason },
    });
    if (!data) throw refusal(error);
    return data;
  });
}
