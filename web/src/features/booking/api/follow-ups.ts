/** Whom a doctor asks to come again. Nothing here is shared with the other pages of doctors, whose download is full. */
import type { QueryClient } from "@tanstack/react-query";
import { sayFailure, useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { list } from "../../../api/question";
import type { components } from "../../../api/schema";

export type MarkableVisit = components["schemas"]["MarkableVisit"];
export type FollowUp = components["schemas"]["FollowUpView"];

/** Below the key of the doctor's bookings, with which it changes. */
const key = (docId: string) => ["doctor", docId, "bookings", "follow-ups"];

const visitsPerPage = "25";

/** The approved visits of the last days, the latest first. */
export const markableVisitsQuery = (docId: string) =>
  list(key(docId), (cursor, signal) =>
    api.doctor.GET("/user/api/doctor/followups/{docId}", {
      params: { path: { docId }, query: { limit: visitsPerPage, cursor } },
      signal,
    }),
  );

const refreshMarks = (docId: string) => (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: key(docId) });

interface Mark {
  id: string;
  days: string;
  withoutFee: boolean;
}

export const useMark = (docId: string) =>
  useChange({
    call: ({ id, ...body }: Mark) =>
      api.doctor.PUT("/user/api/doctor/followup/{id}", { params: { path: { id } }, body }),
    refreshes: refreshMarks(docId),
  });

export const useUnmark = (docId: string) =>
  useChange({
    call: (id: string) => api.doctor.DELETE("/user/api/doctor/followup/{id}", { params: { path: { id } } }),
    refreshes: refreshMarks(docId),
    onFailure: sayFailure,
  });
