/** The clinic's day, as its doctor and the desk have it. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { sayFailure, useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";
import type { AtDesk } from "../at-desk";
import { bookingsKey, ownBookingsKey } from "./doctor";

export type Today = components["schemas"]["TodayView"];
export type Screen = components["schemas"]["ScreenRow"];
export type Comer = components["schemas"]["ComerView"];
export type NoShow = components["schemas"]["NoShows"];

const todayPollingInterval = 60_000;

/** Below the bookings, so that it is asked for anew with them; and by the minute, so that the page knows when what it shows is old. */
export const todayQuery = (at: AtDesk) => ({
  ...question([...bookingsKey(at), "today"], (signal) =>
    api[at.role].GET("/user/api/doctor/today/{docId}", { params: { path: { docId: at.docId } }, signal }),
  ),
  refetchInterval: todayPollingInterval,
});

/** At midnight the next day comes by itself. */
export function useNextDay({ docId, role }: AtDesk, isOver: boolean) {
  const queries = useQueryClient();
  useEffect(() => {
    if (isOver) void queries.invalidateQueries(todayQuery({ docId, role }));
  }, [isOver, queries, docId, role]);
}

/** The doctor's alone. */
export const noShowsQuery = (docId: string) =>
  question([...ownBookingsKey(docId), "no-shows"], (signal) =>
    api.doctor.GET("/user/api/doctor/noshows/{docId}", { params: { path: { docId } }, signal }),
  );

type Attendance = "arrived" | "called" | "done" | "absent" | null;

export interface Mark {
  id: string;
  name: string;
  /** Nothing is said any more, where there is none. */
  attendance: Attendance;
  /** As the page showed it: the server refuses a mark from a page that is old. */
  was: Attendance;
  /** Who was with the doctor and is sent out by this call. */
  sentOut?: string;
  /** Who is with the doctor again. */
  recall?: string;
  isUndo?: boolean;
}

/** The list itself shows what was marked; `onMarked` says it. */
export const useMark = (at: AtDesk, onMarked: (mark: Mark) => void) =>
  useChange({
    call: ({ id, attendance, was, recall }: Mark) =>
      api[at.role].PATCH("/user/api/doctor/today/{docId}/attendance/{id}", {
        params: { path: { docId: at.docId, id } },
        body: { attendance, was: was ?? "none", recall },
      }),
    answers: todayQuery(at),
    onAnswer: (_, mark) => onMarked(mark),
    onFailure: sayFailure,
  });

interface WalkIn {
  name: string;
  phoneNumber: string;
  /** A free time of today; without one they wait. */
  time: string;
  /** When the session begins for which they wait, where the day has several. */
  session?: string;
}

export const useAddWalkIn = (at: AtDesk) =>
  useChange({
    call: (body: WalkIn) =>
      api[at.role].POST("/user/api/doctor/today/{docId}/walkins", {
        params: { path: { docId: at.docId } },
        body,
      }),
    answers: todayQuery(at),
    // The dialog shows the token.
    isAnswerShown: true,
  });

/** Who left before their turn, or was added by mistake. */
export const useRemoveWalkIn = (at: AtDesk) =>
  useChange({
    call: (id: string) =>
      api[at.role].DELETE("/user/api/doctor/today/{docId}/walkins/{id}", {
        params: { path: { docId: at.docId, id } },
      }),
    answers: todayQuery(at),
    onFailure: sayFailure,
  });

/** Everybody who waits gets a mail. */
export const useTellLate = (at: AtDesk) =>
  useChange({
    call: (minutes: string) =>
      api[at.role].PUT("/user/api/doctor/today/{docId}/late", {
        params: { path: { docId: at.docId } },
        body: { minutes },
      }),
    answers: todayQuery(at),
    onFailure: sayFailure,
  });

/** The screen that shows this code. */
export const usePairScreen = (at: AtDesk) =>
  useChange({
    call: (code: string) =>
      api[at.role].POST("/user/api/doctor/today/{docId}/screens", {
        params: { path: { docId: at.docId } },
        body: { code },
      }),
    answers: todayQuery(at),
  });

export const useRemoveScreen = (at: AtDesk) =>
  useChange({
    call: (id: string) =>
      api[at.role].DELETE("/user/api/doctor/today/{docId}/screens/{id}", {
        params: { path: { docId: at.docId, id } },
      }),
    answers: todayQuery(at),
    onFailure: sayFailure,
  });
