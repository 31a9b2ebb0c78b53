import { queryOptions } from "@tanstack/react-query";
import { publicApi } from "./client";
import { refusal } from "./problem";
import type { components } from "./schema";

export type District = components["schemas"]["District"];
export type State = components["schemas"]["State"];

/** GET /user/api/reference. It changes with a new version of the server, not while a page is open. */
export function referenceQuery() {
  return queryOptions({
    queryKey: ["reference"],
    queryFn: async () => {
      const { data, error } = await publicApi.GET("/user/api/reference");
      if (!data) throw refusal(error);
      return data.data;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
