/** Figures of past visits: of a doctor, as far as the caller sees them, and of a hospital. */
import { api } from "../../api/client";
import { query } from "../../api/query";
import type { components } from "../../api/schema";
import type { DeskScope } from "../appointments/api";

export type Figures = components["schemas"]["Figures"];

/** The last days that can be chosen. */
export const periods = ["30", "90"] as const;
export type Period = (typeof periods)[number];

export const doctorFiguresQuery = ({ role, docId }: DeskScope, days: Period) =>
  query([role, docId, "figures", days], (signal) =>
    api[role].GET("/user/api/doctor/figures/{docId}", {
      params: { path: { docId }, query: { days } },
      signal,
    }),
  );

export const hospitalFiguresQuery = (workerId: string, days: Period) =>
  query(["worker", workerId, "figures", days], (signal) =>
    api.worker.GET("/user/api/worker/figures/{workerId}", {
      params: { path: { workerId }, query: { days } },
      signal,
    }),
  );
