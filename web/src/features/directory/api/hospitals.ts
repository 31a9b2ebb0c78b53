import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";

/** As many as somebody looks through before typing another letter. */
const suggestions = "20";

/** GET /user/api/hospitals: the approved ones whose name contains the text. */
export function hospitalsQuery(q: string) {
  return queryOptions({
    queryKey: ["hospitals", q],
    queryFn: async ({ signal }) => {
      const { data, error } = await publicApi.GET("/user/api/hospitals", {
        params: { query: { q: q || undefined, limit: suggestions } },
        signal,
      });
      if (!data) throw refusal(error);
      return data.data;
    },
    placeholderData: keepPreviousData,
  });
}
