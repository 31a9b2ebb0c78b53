import { useMutation } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";

/** GET /user/api/user/data/{userId}, when somebody asks for it. */
export function useOwnData(userId: string) {
  return useMutation({
    mutationFn: async () => {
      const { data, error } = await apiFor("user").GET("/user/api/user/data/{userId}", {
        params: { path: { userId } },
      });
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
