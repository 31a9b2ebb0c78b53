import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";
import { useDonorChange } from "./donor-change";
import { withLink } from "./with-link";

export type DonorChanges = components["schemas"]["DonorChange"];

/** PUT /user/api/blooddonor. What is absent stays as it is. */
export function useUpdateDonor(token: string) {
  return useDonorChange(token, async (body: DonorChanges) => {
    const { data, error } = await publicApi.PUT("/user/api/blooddonor", { ...withLink(token), body });
    if (!data) throw refusal(error);
    return data;
  });
}
