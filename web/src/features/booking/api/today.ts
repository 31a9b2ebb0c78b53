/** The clinic's day, as its doctor has it. */
import { sayFailure, useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";
import { bookingsKey } from "./doctor";

export type Today = components["schemas"]["TodayView"];
export type Comer = components["schemas"]["ComerView"];
export type NoShow = components["schemas"]["NoShows"];

/** Below the bookings, so that it is asked for anew with them. */
export const todayQuery = (docId: string) =>
  question([...bookingsKey(docId), "today"], (signal) =>
    api.doctor.GET("/user/api/doctor/today/{docId}", { params: { path: { docId } }, signal }),
  );

export const noShowsQuery = (docId: string) =>
  question([...bookingsKey(docId), "no-shows"], (signal) =>
    api.doctor.GET("/user/api/doctor/noshows/{docId}", { params: { path: { docId } }, signal }),
  );

export interface Mark {
  id: string;
  /** Nothing is said any more, where there is none. */
  attendance: "arrived" | "called" | "done" | "absent" | null;
}

/** The list itself shows what was marked. */
export const useMark = (docId: string) =>
  useChange({
    call: ({ id, attendance }: Mark) =>
      api.doctor.PATCH("/user/api/doctor/today/{docId}/attendance/{id}", {
        params: { path: { docId, id } },
        body: { attendance },
      }),
    answers: todayQuery(docId),
    isAnswerShown: true,
    onFailure: sayFailure,
  });

interface WalkIn {
  name: string;
  phoneNumber: string;
  /** A free time of today; without one they wait. */
  time: string;
}

export const useAddWalkIn = (docId: string) =>
  useChange({
    call: (body: WalkIn) =>
      api.doctor.POST("/user/api/doctor/today/{docId}/walkins", { params: { path: { docId } }, body }),
    answers: todayQuery(docId),
  });

/** Everybody who waits gets a mail. */
export const useTellLate = (docId: string) =>
  useChange({
    call: (minutes: string) =>
      api.doctor.PUT("/user/api/doctor/today/{docId}/late", {
        params: { path: { docId } },
        body: { minutes },
      }),
    answers: todayQuery(docId),
    onFailure: sayFailure,
  });

/** The screen that was shown by the link before ends. */
export const useRenewScreen = (docId: string) =>
  useChange({
    call: () => api.doctor.POST("/user/api/doctor/today/{docId}/screen", { params: { path: { docId } } }),
    onFailure: sayFailure,
  });
