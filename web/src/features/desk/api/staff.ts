/** Who works at the desk of a doctor or a hospital, and what they did. */
import type { QueryClient } from "@tanstack/react-query";
import { sayFailure, useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { list, question } from "../../../api/question";
import type { components } from "../../../api/schema";
import { idOf } from "../../../lib/session";
import type { StepUp } from "../../../lib/step-up";

export type Staff = components["schemas"]["StaffMember"];
export type Invitation = components["schemas"]["Invitation"];
export type DeskHospital = components["schemas"]["DeskHospital"];
export type DeskAct = components["schemas"]["DeskAct"];

/** Doctors have assistants, hospitals have desk staff. */
export type Employer = "doctor" | "worker";

export const staffQuery = (role: Employer) =>
  question([role, idOf(role), "desk"], (signal) => api[role].GET("/user/api/desk/staff", { signal }));

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
    call: (id: string) => api[role].DELETE("/user/api/desk/staff/{id}", { params: { path: { id } } }),
    refreshes: refreshStaff(role),
  });

export const useResetSecondFactor = (role: Employer, id: string) =>
  useChange({
    call: (body: StepUp) =>
      api[role].POST("/user/api/desk/staff/{id}/twofactor/off", { params: { path: { id } }, body }),
    refreshes: refreshStaff(role),
  });

/** Whether the hospital's desk may run the doctor's day there. */
export const useLetHospital = (docId: string) =>
  useChange({
    call: (allowed: boolean) =>
      api.doctor.PUT("/user/api/doctor/desk/hospital/{docId}", {
        params: { path: { docId } },
        body: { allowed },
      }),
    refreshes: refreshStaff("doctor"),
    onFailure: sayFailure,
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
