/** The day's queue and screens, desk staff, and their account. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { showFailure, useChange } from "../../api/change";
import { api, inPath } from "../../api/client";
import { saveOwnData } from "../../api/file";
import { type Call, list, query } from "../../api/query";
import type { components } from "../../api/schema";
import { idOf } from "../../lib/session";
import type { StepUp } from "../../lib/step-up";
import { type DeskScope, todayQuery } from "../appointments/api";

export const ownDeskQuery = () =>
  query(["desk", idOf("desk"), "own"], (signal) => api.desk.GET("/user/api/desk/me", { signal }));

/** A copy of the account's data. */
export const useOwnDeskData = () =>
  useChange({
    call: () => api.desk.GET("/user/api/desk/data"),
    onAnswer: ({ data }) => saveOwnData(data),
  });

export type Staff = components["schemas"]["StaffMember"];
export type Invitation = components["schemas"]["Invitation"];
export type DeskHospital = components["schemas"]["DeskHospital"];
export type DeskAct = components["schemas"]["DeskAct"];

/** Doctors have assistants, hospitals have desk staff. */
export type Employer = "doctor" | "worker";

export const staffQuery = (role: Employer) =>
  query([role, idOf(role), "desk"], (signal) => api[role].GET("/user/api/desk/staff", { signal }));

const refreshStaff = (role: Employer) => (queries: QueryClient) =>
  queries.invalidateQueries(staffQuery(role));

export const useAddStaff = (role: Employer) =>
  useChange({
    call: (body: { name: string; email: string } & StepUp) =>
      api[role].POST("/user/api/desk/staff", { body }),
    refreshes: refreshStaff(role),
  });

export const useEndStaff = (role: Employer) =>
  useChange({
    call: (id: string) => api[role].DELETE("/user/api/desk/staff/{id}", inPath({ id })),
    refreshes: refreshStaff(role),
  });

export const useResetSecondFactor = (role: Employer, id: string) =>
  useChange({
    call: (body: StepUp) =>
      api[role].POST("/user/api/desk/staff/{id}/twofactor/off", { ...inPath({ id }), body }),
    refreshes: refreshStaff(role),
  });

/** Whether the hospital's desk may run the doctor's day there. */
export const useLetHospital = (docId: string) =>
  useChange({
    call: (allowed: boolean) =>
      api.doctor.PUT("/user/api/doctor/desk/hospital/{docId}", {
        ...inPath({ docId }),
        body: { allowed },
      }),
    refreshes: refreshStaff("doctor"),
    onFailure: showFailure,
  });

const actsPerPage = "25";

/** The newest first. Below the key of the doctor's bookings, with which it changes. */
export const actsQuery = (docId: string) =>
  list(["doctor", docId, "bookings", "acts"], (cursor, signal) =>
    api.doctor.GET("/user/api/doctor/desk/acts/{docId}", {
      params: { path: { docId }, query: { limit: actsPerPage, cursor } },
      signal,
    }),
  );

export type Screen = components["schemas"]["ScreenRow"];

/** Loads the next day at midnight. */
export function useNextDay({ docId, role }: DeskScope, isOver: boolean) {
  const queries = useQueryClient();
  useEffect(() => {
    if (isOver) void queries.invalidateQueries(todayQuery({ docId, role }));
  }, [isOver, queries, docId, role]);
}

type Attendance = "arrived" | "called" | "done" | "absent" | null;

export interface Mark {
  id: string;
  name: string;
  /** Null removes the mark. */
  attendance: Attendance;
  /** As shown on the page: the server refuses marks from a stale page. */
  was: Attendance;
  /** The patient whose visit this call ends. */
  sentOut?: string;
  /** The patient who is with the doctor again. */
  recall?: string;
  isUndo?: boolean;
}

/** A change of the day; the answer is the day's new state. */
const useDayChange = <Data, Input>(at: DeskScope, call: (input: Input) => Call<Data>) =>
  useChange({ call, answers: todayQuery(at), onFailure: showFailure });

interface NewAttendance {
  attendance: Attendance;
  was: string;
  recall?: string;
}

const markAttendance = ({ role, docId }: DeskScope, id: string, body: NewAttendance) =>
  api[role].PATCH("/user/api/doctor/today/{docId}/attendance/{id}", { ...inPath({ docId, id }), body });

/** The list shows the mark; `onMarked` announces it. */
export const useMark = (at: DeskScope, onMarked: (mark: Mark) => void) =>
  useChange({
    call: ({ id, attendance, was, recall }: Mark) =>
      markAttendance(at, id, { attendance, was: was ?? "none", recall }),
    answers: todayQuery(at),
    onAnswer: (_, mark) => onMarked(mark),
    onFailure: showFailure,
  });

interface CallOutcome {
  id: string;
  outcome: "reached" | "not_reached";
  /** The number of calls that the page showed, so that a repeated request counts once. */
  tries: number;
}

/** The outcome of a call to the patient of a consultation by phone. */
export const useRecordCall = (at: DeskScope) =>
  useDayChange(at, ({ id, ...body }: CallOutcome) =>
    api[at.role].POST("/user/api/doctor/today/{docId}/calls/{id}", {
      ...inPath({ docId: at.docId, id }),
      body,
    }),
  );

interface CallEnd {
  id: string;
  /** Null removes the mark. */
  attendance: "done" | null;
  was: string;
}

export const useEndCall = (at: DeskScope) =>
  useDayChange(at, ({ id, ...body }: CallEnd) => markAttendance(at, id, body));

interface WalkIn {
  name: string;
  phoneNumber: string;
  /** A free slot of today; without one the patient waits. */
  time: string;
  /** The start of the session, if the day has several. */
  session?: string;
}

export const useAddWalkIn = (at: DeskScope) =>
  useChange({
    call: (body: WalkIn) =>
      api[at.role].POST("/user/api/doctor/today/{docId}/walkins", {
        ...inPath({ docId: at.docId }),
        body,
      }),
    answers: todayQuery(at),
    // The dialog shows the token.
    isAnswerShown: true,
  });

/** For walk-ins who left or were added by mistake. */
export const useRemoveWalkIn = (at: DeskScope) =>
  useDayChange(at, (id: string) =>
    api[at.role].DELETE("/user/api/doctor/today/{docId}/walkins/{id}", inPath({ docId: at.docId, id })),
  );

/** Every waiting patient gets an e-mail. */
export const useTellLate = (at: DeskScope) =>
  useDayChange(at, (minutes: string) =>
    api[at.role].PUT("/user/api/doctor/today/{docId}/late", {
      ...inPath({ docId: at.docId }),
      body: { minutes },
    }),
  );

/** The screen that shows this code. */
export const usePairScreen = (at: DeskScope) =>
  useChange({
    call: (code: string) =>
      api[at.role].POST("/user/api/doctor/today/{docId}/screens", {
        ...inPath({ docId: at.docId }),
        body: { code },
      }),
    answers: todayQuery(at),
  });

export const useRemoveScreen = (at: DeskScope) =>
  useDayChange(at, (id: string) =>
    api[at.role].DELETE("/user/api/doctor/today/{docId}/screens/{id}", inPath({ docId: at.docId, id })),
  );
