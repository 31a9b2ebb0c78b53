import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { useAnswerChange } from "./answer-change";
import { withLink } from "./with-link";

/** POST /user/api/bloodanswer/report: something is wrong with the requester. */
export function useReportRequester(token: string) {
  return useAnswerChange(token, async (reason: string) => {
    const { data, error } = await publicApi.POST("/user/api/bloodanswer/report", {
      ...withLink(token),
      body: { reason },
    });
    if (!data) throw refusal(error);
    return data;
  });
}
