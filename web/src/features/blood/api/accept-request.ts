import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { useAnswerChange } from "./answer-change";
import { withLink } from "./with-link";

/** POST /user/api/bloodanswer/accept. Both sides see each other's number from then on. */
export function useAcceptRequest(token: string) {
  return useAnswerChange(token, async () => {
    const { data, error } = await publicApi.POST("/user/api/bloodanswer/accept", withLink(token));
    if (!data) throw refusal(error);
    return data;
  });
}
