import { useMutation } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { LoginRole } from "../../../lib/paths";

/** POST /user/api/password/forgot */
export function useForgotPassword() {
  return useMutation({
    mutationFn: async (request: { role: LoginRole; email: string }) => {
      const { data, error } = await publicApi.POST("/user/api/password/forgot", { body: request });
      if (!data) throw refusal(error);
      return data;
    },
  });
}
