import { useMutation } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";

/** POST /user/api/password/reset */
export function useResetPassword() {
  return useMutation({
    mutationFn: async (request: { token: string; password: string }) => {
      const { data, error } = await publicApi.POST("/user/api/password/reset", { body: request });
      if (!data) throw refusal(error);
      return data;
    },
  });
}
