import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { useOwnRequestChange } from "./own-request-change";
import { withLink } from "./with-link";

/** POST /user/api/bloodrequest/confirm. The first donors are asked. */
export function useConfirmRequest(token: string) {
  return useOwnRequestChange(token, async () => {
    const { data, error } = await publicApi.POST("/user/api/bloodrequest/confirm", withLink(token));
    if (!data) throw refusal(error);
    return data;
  });
}
