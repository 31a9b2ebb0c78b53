import { infiniteQueryOptions } from "@tanstack/react-query";
import { adminKey, rowsPerPage } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";
import type { MessageStatus } from "../message-status";

export type Message = components["schemas"]["ContactMessage"];

/** GET /admin/api/messages of one status, the newest first. */
export function messagesQuery(status: MessageStatus) {
  return infiniteQueryOptions({
    queryKey: [adminKey, "messages", status],
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await apiFor("admin").GET("/admin/api/messages", {
        params: { query: { status, limit: rowsPerPage, cursor: pageParam || undefined } },
        signal,
      });
      if (!data) throw refusal(error);
      return data;
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}
