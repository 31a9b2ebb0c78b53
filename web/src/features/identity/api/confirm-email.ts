/** A new e-mail address by its mailed link: the token stands after the `#` and is only ever sent in a header. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type EmailLink = components["schemas"]["EmailLink"];

const withLink = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

/** GET /user/api/email/confirm: looking changes nothing. */
export function emailLinkQuery(token: string) {
  return queryOptions({
    queryKey: ["email-link", token],
    queryFn: async () => {
      const { data, error } = await publicApi.GET("/user/api/email/confirm", withLink(token));
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}

/** POST /user/api/email/confirm */
export function useConfirmEmail(token: string) {
  const queries = useQueryClient();
  return useMutation({
    // Whatever this tab knows of the profile has the old address.
    onSuccess: () => queries.invalidateQueries(),
    mutationFn: async () => {
      const { data, error } = await publicApi.POST("/user/api/email/confirm", withLink(token));
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
