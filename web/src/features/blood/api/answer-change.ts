import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Refused } from "../../../api/problem";
import { type Answer, answerQuery } from "./answer";

/** A call that answers with the donor's answer as it is then: the page shows that at once. */
export function useAnswerChange<Body>(
  token: string,
  call: (body: Body) => Promise<{ message: string; data: Answer }>,
) {
  const queries = useQueryClient();
  const { queryKey } = answerQuery(token);
  return useMutation({
    mutationFn: call,
    onSuccess: ({ data }) => queries.setQueryData(queryKey, data),
    // Others were faster, or the request is over: the page shows how things stand.
    onError: (error) => (error instanceof Refused ? queries.invalidateQueries({ queryKey }) : undefined),
  });
}
