import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { useOwnRequestChange } from "./own-request-change";
import { withLink } from "./with-link";

/** POST /user/api/bloodrequest/close. A fulfilled one thanks the donors who said yes. */
export function useCloseRequest(token: string) {
  return useOwnRequestChange(token, async (body: { fulfilled: boolean }) => {
    const { data, error } = await publicApi.POST("/user/api/bloodrequest/close", {
      ...withLink(token),
      body,
    });
    if (!data) throw refusal(error);
    return data;
  });
}
