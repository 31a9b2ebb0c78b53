import { queryOptions } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";
import { withLink } from "./with-link";

export type Answer = components["schemas"]["AnswerView"];

/** GET /user/api/bloodanswer, by the link that a donor was mailed for one request */
export function answerQuery(token: string) {
  return queryOptions({
    queryKey: ["blood-answer", token],
    queryFn: async () => {
      const { data, error } = await publicApi.GET("/user/api/bloodanswer", withLink(token));
      if (!data) throw refusal(error);
      return data.data;
    },
  });
}
