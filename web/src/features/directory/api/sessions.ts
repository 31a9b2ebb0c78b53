/** The sessions of a doctor's week, and those of one date. */
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { asPreview, onlyShown, refreshDoctor } from "./own";

interface NewSession {
  from: string;
  to: string;
  /** A hospital's id; nothing for the own clinic. */
  place: string | null;
  /** Nothing for the doctor's own fee. */
  fee: number | null;
}

/** The whole week; without any it is the simple form again. */
type Week = (NewSession & { weekday: string })[];

export const usePreviewSessions = (docId: string) =>
  useChange({
    call: (sessions: Week) =>
      api.doctor.PUT("/user/api/doctor/sessions/{docId}", {
        params: { path: { docId }, query: asPreview },
        body: { sessions },
      }),
    onAnswer: onlyShown,
  });

export const useUpdateSessions = (docId: string) =>
  useChange({
    call: (sessions: Week) =>
      api.doctor.PUT("/user/api/doctor/sessions/{docId}", {
        params: { path: { docId } },
        body: { sessions },
      }),
    refreshes: (queries) => refreshDoctor(queries, docId, "schedule"),
  });

export const useAddExtra = (docId: string) =>
  useChange({
    call: (body: NewSession & { date: string }) =>
      api.doctor.POST("/user/api/doctor/sessions/{docId}/extra", { params: { path: { docId } }, body }),
    refreshes: (queries) => refreshDoctor(queries, docId, "schedule"),
  });

export const usePreviewRemoveExtra = (docId: string) =>
  useChange({
    call: (sessionId: string) =>
      api.doctor.DELETE("/user/api/doctor/sessions/{docId}/extra/{sessionId}", {
        params: { path: { docId, sessionId }, query: asPreview },
      }),
    onAnswer: onlyShown,
  });

export const useRemoveExtra = (docId: string) =>
  useChange({
    call: (sessionId: string) =>
      api.doctor.DELETE("/user/api/doctor/sessions/{docId}/extra/{sessionId}", {
        params: { path: { docId, sessionId } },
      }),
    refreshes: (queries) => refreshDoctor(queries, docId, "schedule"),
  });

/** The extra sessions of one week once more in another: any day names its week. */
export const useCopyWeek = (docId: string) =>
  useChange({
    call: (body: { from: string; to: string }) =>
      api.doctor.POST("/user/api/doctor/sessions/{docId}/copy", { params: { path: { docId } }, body }),
    refreshes: (queries) => refreshDoctor(queries, docId, "schedule"),
  });
