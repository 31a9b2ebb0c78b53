import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { useDonorChange } from "./donor-change";
import { withLink } from "./with-link";

/** POST /user/api/blooddonor/change: what a second registration said becomes true. */
export function useTakeOverChange(token: string) {
  return useDonorChange(token, async () => {
    const { data, error } = await publicApi.POST("/user/api/blooddonor/change", withLink(token));
    if (!data) throw refusal(error);
    return data;
  });
}
