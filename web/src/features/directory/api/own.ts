/** A doctor's own profile, week, leave and how requests are answered. The sessions of the week are in `sessions.ts`. */
import type { QueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { waitingEmailQuery } from "../../../api/email-change";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";
import { useUpload } from "../../../api/upload";

export type Answering = components["schemas"]["AnsweringView"];
export type DoctorProfile = components["schemas"]["ProfileView"];
export type Holiday = components["schemas"]["Holiday"];
export type Leave = components["schemas"]["LeaveView"];
export type MetBooking = components["schemas"]["DoctorBooking"];
export type Place = components["schemas"]["VisitPlace"];
export type Schedule = components["schemas"]["ScheduleView"];

/** Asks what a change of times would mean for bookings; nothing is written. */
export const asPreview = { preview: "true" };
/** The page shows what came of it; nothing has happened that could be said. */
export const onlyShown = () => undefined;

const keyOf = (docId: string, ...parts: string[]) => ["doctor", docId, ...parts];

/**
 * After doctors changed something about themselves or their times: patients' pages and their own lists are fetched
 * anew when they are next seen. The page that waits here waits only for its own part.
 */
export async function refreshDoctor(queries: QueryClient, docId: string, part: "profile" | "schedule") {
  queries.removeQueries({ queryKey: ["doctors"], type: "inactive" });
  void queries.invalidateQueries({
    queryKey: keyOf(docId),
    predicate: ({ queryKey }) => queryKey[2] !== part,
  });
  await queries.invalidateQueries({ queryKey: keyOf(docId, part) });
}

export const doctorProfileQuery = (docId: string) =>
  question(keyOf(docId, "profile"), (signal) =>
    api.doctor.GET("/user/api/doctor/profile/{docId}", { params: { path: { docId } }, signal }),
  );

/** Fields that are not sent stay as they are. The answer says how many bookings lie outside new hours. */
export const useUpdateDoctorProfile = (docId: string) =>
  useUpload({
    method: "PUT",
    path: `/user/api/doctor/profile/${encodeURIComponent(docId)}`,
    shape: v.object({ message: v.string(), data: v.object({ outside: v.number() }) }),
    role: "doctor",
    refreshes: (queries) =>
      Promise.all([
        refreshDoctor(queries, docId, "profile"),
        queries.invalidateQueries(waitingEmailQuery("doctor")),
      ]),
  });

/** The name in Malayalam stays as it is. */
export const useWithdrawDoctorChange = (docId: string) =>
  useChange({
    call: () => api.doctor.DELETE("/user/api/doctor/profile/{docId}/change", { params: { path: { docId } } }),
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

/** The bookings that new hours, or another hospital, would strand. */
export const usePreviewHours = (docId: string) =>
  useUpload({
    method: "PUT",
    path: `/user/api/doctor/profile/${encodeURIComponent(docId)}?preview=true`,
    shape: v.object({ data: v.object({ bookings: metShape }) }),
    role: "doctor",
  });

export const scheduleQuery = (docId: string) =>
  question(keyOf(docId, "schedule"), (signal) =>
    api.doctor.GET("/user/api/doctor/schedule/{docId}", { params: { path: { docId } }, signal }),
  );

interface WeeklyChanges {
  daysOff: string[];
  /** Empty texts: no break. */
  breakStart: string;
  breakEnd: string;
}

export const useUpdateSchedule = (docId: string) =>
  useChange({
    call: (body: WeeklyChanges) =>
      api.doctor.PUT("/user/api/doctor/schedule/{docId}", { params: { path: { docId } }, body }),
    refreshes: (queries) => refreshDoctor(queries, docId, "schedule"),
  });

/** The rest of the week stays as it is. */
export const useUpdateNotice = (docId: string) =>
  useChange({
    call: (noticeMinutes: string) =>
      api.doctor.PUT("/user/api/doctor/schedule/{docId}", {
        params: { path: { docId } },
        body: { noticeMinutes },
      }),
    refreshes: (queries) => refreshDoctor(queries, docId, "schedule"),
  });

/** The bookings that the new week would strand. */
export const usePreviewSchedule = (docId: string) =>
  useChange({
    call: (body: WeeklyChanges) =>
      api.doctor.PUT("/user/api/doctor/schedule/{docId}", {
        params: { path: { docId }, query: asPreview },
        body,
      }),
    onAnswer: onlyShown,
  });

export const answeringQuery = (docId: string) =>
  question(keyOf(docId, "answering"), (signal) =>
    api.doctor.GET("/user/api/doctor/answering/{docId}", { params: { path: { docId } }, signal }),
  );

interface AnsweringChanges {
  answeredBy: string;
  atOnceADay: string;
  digests: boolean;
}

export const useUpdateAnswering = (docId: string) =>
  useChange({
    call: (body: AnsweringChanges) =>
      api.doctor.PUT("/user/api/doctor/answering/{docId}", { params: { path: { docId } }, body }),
    refreshes: (queries) => queries.invalidateQueries({ queryKey: keyOf(docId, "answering") }),
  });

/** Kerala's government holidays, from today on. */
export const holidaysQuery = () =>
  question(["holidays"], (signal) => api.public.GET("/user/api/holidays", { signal }));

export interface LeaveTimes {
  from: string;
  to: string;
  /** The hours of each day; whole days without them. */
  startTime?: string;
  endTime?: string;
}

/** The active bookings that a leave at these times would meet. Patients book meanwhile. */
export const leaveBookingsQuery = (docId: string, { from, to, startTime, endTime }: LeaveTimes) => ({
  ...question(keyOf(docId, "leave", from, to, startTime ?? "", endTime ?? ""), (signal) =>
    api.doctor.GET("/user/api/doctor/leave/{docId}/bookings", {
      params: { path: { docId }, query: { from, to, startTime, endTime } },
      signal,
    }),
  ),
  staleTime: 0,
});

/** What becomes of the bookings on those days: they stay, their patients are asked to choose another time, or they go. */
export type BookingsFate = "keep" | "notify" | "cancel";

interface NewLeave extends LeaveTimes {
  note: string;
  bookings: BookingsFate;
}

export const useTakeLeave = (docId: string) =>
  useChange({
    call: (body: NewLeave) =>
      api.doctor.POST("/user/api/doctor/leave/{docId}", { params: { path: { docId } }, body }),
    refreshes: (queries) => refreshDoctor(queries, docId, "schedule"),
  });

/** Whoever removed it on another device was only faster. */
export const useRemoveLeave = (docId: string) =>
  useChange({
    call: (leaveId: string) =>
      api.doctor.DELETE("/user/api/doctor/leave/{docId}/{leaveId}", { params: { path: { docId, leaveId } } }),
    refreshes: (queries) => refreshDoctor(queries, docId, "schedule"),
  });
