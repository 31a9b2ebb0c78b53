import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { adminKey, rowsPerPage } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type AuditRow = components["schemas"]["AuditRow"];

interface AuditFilters {
  q: string;
  action: string;
  subject: string;
  actor: string;
  /** Days, both included. */
  from: string;
  to: string;
}

/** GET /admin/api/audit, the latest first. */
export function auditLogQuery(filters: AuditFilters) {
  const { q, action, subject, actor, from, to } = filters;
  return infiniteQueryOptions({
    queryKey: [adminKey, "audit", q, action, subject, actor, from, to],
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await apiFor("admin").GET("/admin/api/audit", {
        params: {
          query: {
            q: q || undefined,
            action: action || undefined,
            subject: subject || undefined,
            actor: actor || undefined,
            from: from || undefined,
            to: to || undefined,
            limit: rowsPerPage,
            cursor: pageParam || undefined,
          },
        },
        signal,
      });
      if (!data) throw refusal(error);
      return data;
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}
