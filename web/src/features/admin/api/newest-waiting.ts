import { queryOptions } from "@tanstack/react-query";
import { adminKey } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { Category } from "../applicants";
import { applicantLine, bloodLine, messageLine, type WaitingLine } from "../waiting-lines";

/** The newest are enough to see what it is about; the rest is on the page of its kind. */
const limit = "3";

async function applicants(category: Category): Promise<WaitingLine[]> {
  const { data, error } = await apiFor("admin").GET("/admin/api/workers/{category}/pendingrequest", {
    params: { path: { category }, query: { limit } },
  });
  if (!data) throw refusal(error);
  return data.data.map(applicantLine);
}

async function bloodRequests(): Promise<WaitingLine[]> {
  const { data, error } = await apiFor("admin").GET("/admin/api/blood/requests", {
    params: { query: { status: "open", limit } },
  });
  if (!data) throw refusal(error);
  return data.data.map(bloodLine);
}

async function messages(): Promise<WaitingLine[]> {
  const { data, error } = await apiFor("admin").GET("/admin/api/messages", {
    params: { query: { status: "open", limit } },
  });
  if (!data) throw refusal(error);
  return data.data.map(messageLine);
}

const calls = {
  Doctor: () => applicants("Doctor"),
  Hospital: () => applicants("Hospital"),
  Pharmacy: () => applicants("Pharmacy"),
  blood: bloodRequests,
  messages,
};

export type WaitingId = keyof typeof calls;

/** GET /admin/api/workers/{category}/pendingrequest, …/blood/requests or …/messages: the first few that wait. */
export function newestWaitingQuery(id: WaitingId) {
  return queryOptions({ queryKey: [adminKey, "newest-waiting", id], queryFn: calls[id] });
}
