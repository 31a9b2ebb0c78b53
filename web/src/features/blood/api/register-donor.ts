import { useMutation } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type DonorRegistration = components["schemas"]["DonorRequest"];

/** POST /user/api/bloodregister. Whoever is known already gets the same answer, and a mail to confirm the change. */
export function useRegisterDonor() {
  return useMutation({
    mutationFn: async (body: DonorRegistration) => {
      const { data, error } = await publicApi.POST("/user/api/bloodregister", { body });
      if (!data) throw refusal(error);
      return data;
    },
  });
}
