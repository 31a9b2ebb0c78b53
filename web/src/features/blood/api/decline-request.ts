import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { useAnswerChange } from "./answer-change";
import { withLink } from "./with-link";

/** POST /user/api/bloodanswer/decline. It also takes an earlier yes back. */
export function useDeclineRequest(token: string) {
  return useAnswerChange(token, async () => {
    const { data, error } = await publicApi.POST("/user/api/bloodanswer/decline", withLink(token));
    if (!data) throw refusal(error);
    return data;
  });
}
