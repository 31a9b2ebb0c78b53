/** Free slots of a doctor, and alternatives to a full day. */

import { api } from "../../api/client";
import { embeddedData } from "../../api/preloaded-responses";
import { query } from "../../api/query";
import type { components } from "../../api/schema";

export type DaySession = components["schemas"]["DaySessionView"];

/** Short, because others book meanwhile; long enough for prefetched slots. */
export const SLOTS_STALE_TIME_MS = 5_000;

/** "clinic" or "phone"; undefined for slots of both kinds. */
export type Mode = string | undefined;

/** Numbers of free slots of today and the next six days. */
export const availabilityQuery = (doctorId: string, mode?: Mode) => ({
  ...query(["doctors", doctorId, "availability", mode ?? ""], (signal) =>
    api.public.GET("/user/api/doctor/{id}/availability", {
      params: { path: { id: doctorId }, query: { days: "7", mode } },
      signal,
    }),
  ),
  ...embeddedData<components["schemas"]["DayView"][]>(
    mode ? "" : `/user/api/doctor/${doctorId}/availability?days=7`,
  ),
  staleTime: SLOTS_STALE_TIME_MS,
});

/** The free slots of a day, and its sessions; no sessions for a doctor with the same hours every day. */
export const freeSlotsQuery = (doctorId: string, day: string, mode?: Mode) => ({
  ...query(["doctors", doctorId, "slots", day, mode ?? ""], async (signal) => {
    const { data } = await api.public.GET("/user/api/doctor/{id}/slots", {
      params: { path: { id: doctorId }, query: { date: day, mode } },
      signal,
    });
    return { data: data && { data: { slots: data.data, sessions: data.sessions ?? [] } } };
  }),
  staleTime: SLOTS_STALE_TIME_MS,
});

/** Alternatives to a full day of a doctor. */
export const alternativesQuery = (doctorId: string, day: string, mode?: Mode) => ({
  ...query(["doctors", doctorId, "alternatives", day, mode ?? ""], (signal) =>
    api.public.GET("/user/api/doctor/{id}/alternatives", {
      params: { path: { id: doctorId }, query: { date: day, mode } },
      signal,
    }),
  ),
  staleTime: SLOTS_STALE_TIME_MS,
});
