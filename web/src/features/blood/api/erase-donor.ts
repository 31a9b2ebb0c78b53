import { useMutation } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { withLink } from "./with-link";

/** DELETE /user/api/blooddonor. The link ends with it. */
export function useEraseDonor(token: string) {
  return useMutation({
    mutationFn: async () => {
      const { data, error } = await publicApi.DELETE("/user/api/blooddonor", withLink(token));
      if (!data) throw refusal(error);
      return data;
    },
  });
}
