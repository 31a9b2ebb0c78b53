import { useMutation, useQueryClient } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { waitingEmailQuery } from "../../../api/email-change";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";
import { profileQuery } from "./profile";

/** PUT /user/api/user/profile/{userId}. Fields that are not sent stay as they are. */
export function useUpdateProfile(userId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (changes: components["schemas"]["ProfileRequest"]) => {
      const { data, error } = await apiFor("user").PUT("/user/api/user/profile/{userId}", {
        params: { path: { userId } },
        body: changes,
      });
      if (!data) throw refusal(error);
      return data;
    },
    onSuccess: ({ data }) => {
      queries.setQueryData(profileQuery(userId).queryKey, data);
      return queries.invalidateQueries({ queryKey: waitingEmailQuery("user").queryKey });
    },
  });
}
