import { useMutation } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";

/** DELETE /user/api/user/profile/{userId} */
export function useDeleteAccount(userId: string) {
  return useMutation({
    mutationFn: async (password: string) => {
      const { data, error } = await apiFor("user").DELETE("/user/api/user/profile/{userId}", {
        params: { path: { userId } },
        body: { password },
      });
      if (!data) throw refusal(error);
      return data;
    },
  });
}
