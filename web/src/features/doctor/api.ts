/** A doctor's own profile, weekly hours, sessions, leave, approval of requests, and follow-ups. */
import type { QueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { showFailure, useChange } from "../../api/change";
import { api, inPath } from "../../api/client";
import { pendingEmailQuery } from "../../api/pending-email";
import { type Call, list, query } from "../../api/query";
import type { components } from "../../api/schema";
import { useUpload } from "../../api/upload";

export type Answering = components["schemas"]["AnsweringView"];
export type DoctorProfile = components["schemas"]["ProfileView"];
export type Holiday = components["schemas"]["Holiday"];
export type Leave = components["schemas"]["LeaveView"];
export type MetBooking = components["schemas"]["DoctorBooking"];
export type Place = components["schemas"]["VisitPlace"];
export type Schedule = components["schemas"]["ScheduleView"];

const keyOf = (docId: string, ...parts: string[]) => ["doctor", docId, ...parts];

/**
 * After doctors changed their data or times: patients' pages and the doctor's lists are marked stale, and fetched again when they are next
 * shown. The current page waits only for its own data.
 */
async function refreshDoctor(queries: QueryClient, docId: string, part: "profile" | "schedule") {
  queries.removeQueries({ queryKey: ["doctors"], type: "inactive" });
  void queries.invalidateQueries({
    queryKey: keyOf(docId),
    predicate: ({ queryKey }) => queryKey[2] !== part,
  });
  await queries.invalidateQueries({ queryKey: keyOf(docId, part) });
}

/** A change of the hours, sessions or leave. */
const useScheduleChange = <Data, Input = void>(docId: string, call: (input: Input) => Call<Data>) =>
  useChange({ call, refreshes: (queries) => refreshDoctor(queries, docId, "schedule") });

/** A dry run: the bookings that a change of hours would leave outside. */
const asPreview = { preview: "true" };

/** The page shows the outcome. */
const useSchedulePreview = <Data, Input>(call: (input: Input) => Call<Data>) =>
  useChange({ call, onAnswer: () => undefined });

export const doctorProfileQuery = (docId: string) =>
  query(keyOf(docId, "profile"), (signal) =>
    api.doctor.GET("/user/api/doctor/profile/{docId}", { ...inPath({ docId }), signal }),
  );

/** Omitted fields stay. The answer has the number of bookings outside of new hours. */
export const useUpdateDoctorProfile = (docId: string) =>
  useUpload({
    method: "PUT",
    path: `/user/api/doctor/profile/${encodeURIComponent(docId)}`,
    shape: v.object({ message: v.string(), data: v.object({ outside: v.number() }) }),
    role: "doctor",
    refreshes: (queries) =>
      Promise.all([
        refreshDoctor(queries, docId, "profile"),
        queries.invalidateQueries(pendingEmailQuery("doctor")),
      ]),
  });

/** The name in Malayalam stays as it is. */
export const useWithdrawDoctorChange = (docId: string) =>
  useChange({
    call: () => api.doctor.DELETE("/user/api/doctor/profile/{docId}/change", inPath({ docId })),
    refreshes: (queries) => refreshDoctor(queries, docId, "profile"),
  });

const metShape = v.array(
  v.object({
    _id: v.string(),
    patient_name: v.string(),
    contact_number: v.string(),
    time: v.string(),
    startsAt: v.string(),
    status: v.string(),
  }),
);

/** The bookings that new hours or another hospital would leave outside. */
export const usePreviewHours = (docId: string) =>
  useUpload({
    method: "PUT",
    path: `/user/api/doctor/profile/${encodeURIComponent(docId)}?preview=true`,
    shape: v.object({ data: v.object({ bookings: metShape }) }),
    role: "doctor",
  });

export const scheduleQuery = (docId: string) =>
  query(keyOf(docId, "schedule"), (signal) =>
    api.doctor.GET("/user/api/doctor/schedule/{docId}", { ...inPath({ docId }), signal }),
  );

interface WeeklyChanges {
  daysOff: string[];
  /** Empty texts: no break. */
  breakStart: string;
  breakEnd: string;
}

export const useUpdateSchedule = (docId: string) =>
  useScheduleChange(docId, (body: WeeklyChanges) =>
    api.doctor.PUT("/user/api/doctor/schedule/{docId}", { ...inPath({ docId }), body }),
  );

/** The rest of the week stays as it is. */
export const useUpdateNotice = (docId: string) =>
  useScheduleChange(docId, (noticeMinutes: string) =>
    api.doctor.PUT("/user/api/doctor/schedule/{docId}", {
      ...inPath({ docId }),
      body: { noticeMinutes },
    }),
  );

/** Whether the desk may call the patients of consultations by phone. */
export const useUpdateDeskCalls = (docId: string) =>
  useScheduleChange(docId, (deskMayCall: boolean) =>
    api.doctor.PUT("/user/api/doctor/schedule/{docId}", { ...inPath({ docId }), body: { deskMayCall } }),
  );

/** The bookings that the new week would leave outside. */
export const usePreviewSchedule = (docId: string) =>
  useSchedulePreview((body: WeeklyChanges) =>
    api.doctor.PUT("/user/api/doctor/schedule/{docId}", {
      params: { path: { docId }, query: asPreview },
      body,
    }),
  );

export const answeringQuery = (docId: string) =>
  query(keyOf(docId, "answering"), (signal) =>
    api.doctor.GET("/user/api/doctor/answering/{docId}", { ...inPath({ docId }), signal }),
  );

interface AnsweringChanges {
  answeredBy: string;
  atOnceADay: string;
  digests: boolean;
}

export const useUpdateAnswering = (docId: string) =>
  useChange({
    call: (body: AnsweringChanges) =>
      api.doctor.PUT("/user/api/doctor/answering/{docId}", { ...inPath({ docId }), body }),
    refreshes: (queries) => queries.invalidateQueries({ queryKey: keyOf(docId, "answering") }),
  });

export const doorSettingQuery = (docId: string) =>
  query(keyOf(docId, "door"), (signal) =>
    api.doctor.GET("/user/api/doctor/door/{docId}", { ...inPath({ docId }), signal }),
  );

/** How many tokens walk-ins may take at the door in a session; 0 is none. */
export const useUpdateDoor = (docId: string) =>
  useChange({
    call: (tokens: string) =>
      api.doctor.PUT("/user/api/doctor/door/{docId}", { ...inPath({ docId }), body: { tokens } }),
    refreshes: (queries) => queries.invalidateQueries({ queryKey: keyOf(docId, "door") }),
  });

/** Kerala's government holidays, from today on. */
export const holidaysQuery = () =>
  query(["holidays"], (signal) => api.public.GET("/user/api/holidays", { signal }));

export interface LeaveTimes {
  from: string;
  to: string;
  /** The hours of each day; whole days without them. */
  startTime?: string;
  endTime?: string;
}

/** Active bookings during a leave. Always fresh: patients book meanwhile. */
export const leaveBookingsQuery = (docId: string, { from, to, startTime, endTime }: LeaveTimes) => ({
  ...query(keyOf(docId, "leave", from, to, startTime ?? "", endTime ?? ""), (signal) =>
    api.doctor.GET("/user/api/doctor/leave/{docId}/bookings", {
      params: { path: { docId }, query: { from, to, startTime, endTime } },
      signal,
    }),
  ),
  staleTime: 0,
});

/** What happens to bookings on those days: keep, ask the patients to move, or cancel. */
export type BookingsFate = "keep" | "notify" | "cancel";

interface NewLeave extends LeaveTimes {
  note: string;
  bookings: BookingsFate;
}

export const useTakeLeave = (docId: string) =>
  useScheduleChange(docId, (body: NewLeave) =>
    api.doctor.POST("/user/api/doctor/leave/{docId}", { ...inPath({ docId }), body }),
  );

/** It was removed on another device. */
export const useRemoveLeave = (docId: string) =>
  useScheduleChange(docId, (leaveId: string) =>
    api.doctor.DELETE("/user/api/doctor/leave/{docId}/{leaveId}", inPath({ docId, leaveId })),
  );

interface NewSession {
  from: string;
  to: string;
  /** "phone" for a session by phone. */
  mode?: string;
  /** A hospital's id; null for the doctor's own clinic, and by phone. */
  place: string | null;
  /** Null for the doctor's usual fee. */
  fee: number | null;
}

/** Replaces the whole week; an empty list returns to the simple form. */
type Week = (NewSession & { weekday: string })[];

export const usePreviewSessions = (docId: string) =>
  useSchedulePreview((sessions: Week) =>
    api.doctor.PUT("/user/api/doctor/sessions/{docId}", {
      params: { path: { docId }, query: asPreview },
      body: { sessions },
    }),
  );

export const useUpdateSessions = (docId: string) =>
  useScheduleChange(docId, (sessions: Week) =>
    api.doctor.PUT("/user/api/doctor/sessions/{docId}", {
      ...inPath({ docId }),
      body: { sessions },
    }),
  );

export const useAddExtra = (docId: string) =>
  useScheduleChange(docId, (body: NewSession & { date: string }) =>
    api.doctor.POST("/user/api/doctor/sessions/{docId}/extra", { ...inPath({ docId }), body }),
  );

export const usePreviewRemoveExtra = (docId: string) =>
  useSchedulePreview((sessionId: string) =>
    api.doctor.DELETE("/user/api/doctor/sessions/{docId}/extra/{sessionId}", {
      params: { path: { docId, sessionId }, query: asPreview },
    }),
  );

export const useRemoveExtra = (docId: string) =>
  useScheduleChange(docId, (sessionId: string) =>
    api.doctor.DELETE("/user/api/doctor/sessions/{docId}/extra/{sessionId}", inPath({ docId, sessionId })),
  );

/** Copies the extra sessions of one week to another; any day identifies its week. */
export const useCopyWeek = (docId: string) =>
  useScheduleChange(docId, (body: { from: string; to: string }) =>
    api.doctor.POST("/user/api/doctor/sessions/{docId}/copy", { ...inPath({ docId }), body }),
  );

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
      api.doctor.PUT("/user/api/doctor/followup/{id}", { ...inPath({ id }), body }),
    refreshes: refreshMarks(docId),
  });

export const useUnmark = (docId: string) =>
  useChange({
    call: (id: string) => api.doctor.DELETE("/user/api/doctor/followup/{id}", inPath({ id })),
    refreshes: refreshMarks(docId),
    onFailure: showFailure,
  });
