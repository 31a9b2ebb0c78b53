import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { useDonorChange } from "./donor-change";
import { withLink } from "./with-link";

/** DELETE /user/api/blooddonor/change: everything stays as it is. */
export function useDiscardChange(token: string) {
  return useDonorChange(token, async () => {
    const { data, error } = await publicApi.DELETE("/user/api/blooddonor/change", withLink(token));
    if (!data) throw refusal(error);
    return data;
  });
}
