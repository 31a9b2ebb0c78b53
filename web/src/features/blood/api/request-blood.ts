import { useMutation } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type NewRequest = components["schemas"]["BloodRequest"];

/** POST /user/api/bloodrequest. Nobody is asked before the mailed link is confirmed. */
export function useRequestBlood() {
  return useMutation({
    mutationFn: async (body: NewRequest) => {
      const { data, error } = await publicApi.POST("/user/api/bloodrequest", { body });
      if (!data) throw refusal(error);
      return data;
    },
  });
}
