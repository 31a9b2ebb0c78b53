import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type OwnRequest, ownRequestQuery } from "./own-request";
import { linkEnded } from "./with-link";

/** A call that answers with the request as it is then: the page shows that at once. */
export function useOwnRequestChange<Body>(
  token: string,
  call: (body: Body) => Promise<{ message: string; data: OwnRequest }>,
) {
  const queries = useQueryClient();
  const { queryKey } = ownRequestQuery(token);
  return useMutation({
    mutationFn: call,
    onSuccess: ({ data }) => queries.setQueryData(queryKey, data),
    // The page then says that the link has ended.
    onError: (error) => (linkEnded(error) ? queries.resetQueries({ queryKey }) : undefined),
  });
}
