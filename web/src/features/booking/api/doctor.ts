/** Bookings as their doctor has them. */
import type { QueryClient } from "@tanstack/react-query";
import { sayFailure, useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { question, search } from "../../../api/question";
import type { components } from "../../../api/schema";
import type { BookingFilters } from "../doctor-lists";

export type Dashboard = components["schemas"]["Dashboard"];
export type DoctorBooking = components["schemas"]["DoctorBooking"];

/** Everything that a doctor's pages show of bookings hangs below this key. */
export const bookingsKey = (docId: string) => ["doctor", docId, "bookings"];

/** After a decision, which ends when the fresh lists are there. */
const refreshBookings = (docId: string) => (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: bookingsKey(docId) });

export const dashboardQuery = (docId: string) =>
  question([...bookingsKey(docId), "dashboard"], (signal) =>
    api.doctor.GET("/user/api/doctor/dashboard/{docId}", { params: { path: { docId } }, signal }),
  );

/** What waits for the doctor's decision. A week has fewer slots than the list holds. */
export const pendingBookingsQuery = (docId: string) =>
  question([...bookingsKey(docId), "pending"], (signal) =>
    api.doctor.GET("/user/api/doctor/appointments/{docId}", { params: { path: { docId } }, signal }),
  );

/** Approved visits still to come, the soonest first. */
export const upcomingVisitsQuery = (docId: string) =>
  question([...bookingsKey(docId), "upcoming"], (signal) =>
    api.doctor.GET("/user/api/doctor/appointment/upcoming/{docId}", { params: { path: { docId } }, signal }),
  );

const bookingsPerPage = "25";

/** The latest visit first. */
export const previousBookingsQuery = (docId: string, { q, date }: BookingFilters) =>
  search([...bookingsKey(docId), "previous", q, date], (cursor, signal) =>
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

/** What the doctor says to a request. */
export interface Decision {
  kind: "approve" | "reject";
  booking: DoctorBooking;
  reason?: string;
}

function decide({ kind, booking, reason }: Decision) {
  const params = { path: { id: booking._id } };
  return kind === "approve"
    ? api.doctor.PATCH("/user/api/doctor/appointment/approve/{id}", { params })
    : api.doctor.PATCH("/user/api/doctor/appointment/reject/{id}", {
        params,
        body: { reason: reason || undefined },
      });
}

export const useDecide = (docId: string) =>
  useChange({ call: decide, refreshes: refreshBookings(docId), onFailure: sayFailure });

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
    refreshes: refreshBookings(docId),
  });
