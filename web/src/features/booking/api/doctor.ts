/** Bookings as their doctor has them. */
import type { QueryClient } from "@tanstack/react-query";
import { sayFailure, useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { question, search } from "../../../api/question";
import type { components } from "../../../api/schema";
import { showMessage } from "../../../lib/toasts";
import type { AtDesk } from "../at-desk";
import type { BookingFilters } from "../doctor-lists";

export type Dashboard = components["schemas"]["Dashboard"];
export type DoctorBooking = components["schemas"]["DoctorBooking"];

/** Everything that pages show of a doctor's bookings hangs below this key. The desk may see fewer of them than the doctor. */
export const bookingsKey = ({ role, docId }: AtDesk) => [role, docId, "bookings"];

/** Of what the doctor alone asks for. */
export const ownBookingsKey = (docId: string) => bookingsKey({ role: "doctor", docId });

/** After a decision, which ends when the fresh lists are there. */
const refreshBookings = (at: AtDesk) => (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: bookingsKey(at) });

export const dashboardQuery = (docId: string) =>
  question([...ownBookingsKey(docId), "dashboard"], (signal) =>
    api.doctor.GET("/user/api/doctor/dashboard/{docId}", { params: { path: { docId } }, signal }),
  );

/** What waits for a decision, what ends soonest first. A week has fewer slots than the list holds. */
export const pendingBookingsQuery = ({ role, docId }: AtDesk) =>
  question([...bookingsKey({ role, docId }), "pending"], (signal) =>
    api[role].GET("/user/api/doctor/appointments/{docId}", {
      params: { path: { docId }, query: { sort: "ending" } },
      signal,
    }),
  );

/** Approved visits still to come, the soonest first. */
export const upcomingVisitsQuery = ({ role, docId }: AtDesk) =>
  question([...bookingsKey({ role, docId }), "upcoming"], (signal) =>
    api[role].GET("/user/api/doctor/appointment/upcoming/{docId}", { params: { path: { docId } }, signal }),
  );

const bookingsPerPage = "25";

/** The latest visit first. */
export const previousBookingsQuery = (docId: string, { q, date }: BookingFilters) =>
  search([...ownBookingsKey(docId), "previous", q, date], (cursor, signal) =>
    api.doctor.GET("/user/api/doctor/appointment/previous/{docId}", {
      params: { path: { docId }, query: { q, date, limit: bookingsPerPage, cursor } },
      signal,
    }),
  );

/** The profile, for the name at the head of a printed day. */
export const doctorNameQuery = (docId: string) => ({
  ...question(["doctor", docId, "name"], (signal) =>
    api.doctor.GET("/user/api/doctor/profile/{docId}", { params: { path: { docId } }, signal }),
  ),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What is said to a request. */
export interface Decision {
  kind: "approve" | "reject";
  /** As the page showed it: the server refuses if the patient has moved it since. */
  booking: DoctorBooking;
  reason?: string;
  /** One of several that are decided together, whose outcome is told once. */
  isOneOfSeveral?: boolean;
}

function decide(role: AtDesk["role"], { kind, booking, reason }: Decision) {
  const { _id: id, date, time } = booking;
  const params = { path: { id } };
  return kind === "approve"
    ? api[role].PATCH("/user/api/doctor/appointment/approve/{id}", { params, body: { date, time } })
    : api[role].PATCH("/user/api/doctor/appointment/reject/{id}", {
        params,
        body: { reason: reason || undefined, date, time },
      });
}

export const useDecide = (at: AtDesk) =>
  useChange({
    call: (decision: Decision) => decide(at.role, decision),
    refreshes: refreshBookings(at),
    onAnswer: ({ message }, { isOneOfSeveral }) => {
      if (!isOneOfSeveral) showMessage(message);
    },
    onFailure: sayFailure,
  });

interface Cancellation {
  id: string;
  reason: string;
}

/** An approved visit. */
export const useCancelVisit = (docId: string) =>
  useChange({
    call: ({ id, reason }: Cancellation) =>
      api.doctor.PATCH("/user/api/doctor/appointment/cancel/{id}", {
        params: { path: { id } },
        body: { reason },
      }),
    refreshes: refreshBookings({ role: "doctor", docId }),
  });
