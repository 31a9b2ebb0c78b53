/** Sessions that move: their patients are proposed another time, and the desk calls those who do not answer. */

import { showFailure, useChange } from "../../../api/change";
import { api, inPath } from "../../../api/client";
import { query } from "../../../api/query";
import type { components } from "../../../api/schema";
import { bookingsKey, type DeskScope, refreshBookings } from "../api";

export type SessionMove = components["schemas"]["SessionMoveView"];
export type MovedVisit = components["schemas"]["DeskProposal"];

/** Below the bookings' key, with which they change. */
export const sessionMovesQuery = ({ role, docId }: DeskScope) =>
  query([...bookingsKey({ role, docId }), "moves"], (signal) =>
    api[role].GET("/user/api/doctor/sessionmoves/{docId}", { ...inPath({ docId }), signal }),
  );

/** Which session goes where. */
export interface MoveWish {
  /** As in "2024-01-05" */
  sessionDate: string;
  /** A time within the session, as in "09:15" */
  sessionTime: string;
  date: string;
  time: string;
}

/** What a move would do; asked once its target is chosen. */
export const movePreviewQuery = ({ role, docId }: DeskScope, wish: MoveWish) => ({
  ...query([...bookingsKey({ role, docId }), "move preview", wish], (signal) =>
    api[role].GET("/user/api/doctor/sessionmoves/{docId}/preview", {
      params: { path: { docId }, query: wish },
      signal,
    }),
  ),
  enabled: wish.time !== "",
});

export const useMoveSession = (at: DeskScope) =>
  useChange({
    call: (body: MoveWish & { reason: string }) =>
      api[at.role].POST("/user/api/doctor/sessionmoves/{docId}", { ...inPath({ docId: at.docId }), body }),
    refreshes: refreshBookings(at),
    onFailure: showFailure,
  });

export const useWithdrawMove = (at: DeskScope) =>
  useChange({
    call: (id: string) =>
      api[at.role].DELETE("/user/api/doctor/sessionmoves/{docId}/{id}", inPath({ docId: at.docId, id })),
    refreshes: refreshBookings(at),
    onFailure: showFailure,
  });

/** For a patient who agreed on the phone. */
export const useAcceptForPatient = (at: DeskScope) =>
  useChange({
    call: (id: string) => api[at.role].POST("/user/api/doctor/appointment/proposal/{id}", inPath({ id })),
    refreshes: refreshBookings(at),
    onFailure: showFailure,
  });

export const useKeepTime = (at: DeskScope) =>
  useChange({
    call: (id: string) => api[at.role].DELETE("/user/api/doctor/appointment/proposal/{id}", inPath({ id })),
    refreshes: refreshBookings(at),
    onFailure: showFailure,
  });
