/** A doctor's requests and visits, and the day's queue, for the doctor and for the desk. */

import { keepPreviousData, type QueryClient, useQuery } from "@tanstack/react-query";
import { showFailure, useChange } from "../../api/change";
import { api, inPath } from "../../api/client";
import { query, search } from "../../api/query";
import type { components } from "../../api/schema";
import { useChosenDoctor } from "../../lib/chosen-doctor";
import { idOf } from "../../lib/session";
import { showMessage } from "../../lib/toasts";
import { SLOTS_STALE_TIME_MS } from "../slots/api";
import type { BookingFilters } from "./booking-lists";

export type Dashboard = components["schemas"]["Dashboard"];
export type DoctorBooking = components["schemas"]["DoctorBooking"];

/** The prefix of a doctor's bookings. By role, because the desk may see fewer than the doctor. */
export const bookingsKey = ({ role, docId }: DeskScope) => [role, docId, "bookings"];

/** The prefix of queries that only the doctor has. */
export const ownBookingsKey = (docId: string) => bookingsKey({ role: "doctor", docId });

/** After a decision. Awaited, so the button stays busy until the lists are fresh. */
export const refreshBookings = (at: DeskScope) => (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: bookingsKey(at) });

export const dashboardQuery = (docId: string) =>
  query([...ownBookingsKey(docId), "dashboard"], (signal) =>
    api.doctor.GET("/user/api/doctor/dashboard/{docId}", { ...inPath({ docId }), signal }),
  );

/** Open requests by deadline. The list is never cut: a week has fewer slots. */
export const pendingBookingsQuery = ({ role, docId }: DeskScope) =>
  query([...bookingsKey({ role, docId }), "pending"], (signal) =>
    api[role].GET("/user/api/doctor/appointments/{docId}", {
      params: { path: { docId }, query: { sort: "ending" } },
      signal,
    }),
  );

/** Approved visits still to come, the soonest first. */
export const upcomingVisitsQuery = ({ role, docId }: DeskScope) =>
  query([...bookingsKey({ role, docId }), "upcoming"], (signal) =>
    api[role].GET("/user/api/doctor/appointment/upcoming/{docId}", { ...inPath({ docId }), signal }),
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
  ...query(["doctor", docId, "name"], (signal) =>
    api.doctor.GET("/user/api/doctor/profile/{docId}", { ...inPath({ docId }), signal }),
  ),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The answer to a request. */
export interface Decision {
  kind: "approve" | "reject";
  /** As shown on the page: the server refuses if the patient has moved it since. */
  booking: DoctorBooking;
  reason?: string;
  /** The time that a doctor offers with a rejection. */
  offer?: { date: string; time: string };
  /** Part of a batch, whose outcome is announced once. */
  isOneOfSeveral?: boolean;
}

function decide(role: DeskScope["role"], { kind, booking, reason, offer }: Decision) {
  const { _id: id, date, time } = booking;
  const params = { path: { id } };
  return kind === "approve"
    ? api[role].PATCH("/user/api/doctor/appointment/approve/{id}", { params, body: { date, time } })
    : api[role].PATCH("/user/api/doctor/appointment/reject/{id}", {
        params,
        body: {
          reason: reason || undefined,
          date,
          time,
          ...(offer && { offerDate: offer.date, offerTime: offer.time }),
        },
      });
}

export const useDecide = (at: DeskScope) =>
  useChange({
    call: (decision: Decision) => decide(at.role, decision),
    refreshes: refreshBookings(at),
    onAnswer: ({ message }, { isOneOfSeveral }) => {
      if (!isOneOfSeveral) showMessage(message);
    },
    onFailure: showFailure,
  });

interface Cancellation {
  id: string;
  reason: string;
}

/** An approved visit. */
export const useCancelVisit = (at: DeskScope) =>
  useChange({
    call: ({ id, reason }: Cancellation) =>
      api[at.role].PATCH("/user/api/doctor/appointment/cancel/{id}", {
        ...inPath({ id }),
        body: { reason },
      }),
    refreshes: refreshBookings(at),
  });

export type DeskDoctor = components["schemas"]["ServedDoctor"];

/** The doctor whose pages are shown, and the role that shows them. */
export interface DeskScope {
  docId: string;
  /** The role of the calls. */
  role: "doctor" | "desk";
  /** Public data of the doctor, for the desk. */
  doctor?: DeskDoctor;
}

const minute = 60_000;

/** Polled: a doctor may grant or withdraw access meanwhile. */
export const deskDoctorsQuery = () => ({
  ...query(["desk", idOf("desk"), "doctors"], (signal) => api.desk.GET("/user/api/desk/doctors", { signal })),
  refetchInterval: minute,
});

export type QueueEntry = components["schemas"]["ComerView"];
export type Today = components["schemas"]["TodayView"];

const TODAY_POLLING_INTERVAL_MS = 60_000;

/** Below the bookings' key, to refresh with them. Polled every minute, so that the page notices stale data. */
export const todayQuery = (at: DeskScope) => ({
  ...query([...bookingsKey(at), "today"], (signal) =>
    api[at.role].GET("/user/api/doctor/today/{docId}", { ...inPath({ docId: at.docId }), signal }),
  ),
  refetchInterval: TODAY_POLLING_INTERVAL_MS,
});

export const ownScope = (): DeskScope => ({ docId: idOf("doctor") ?? "", role: "doctor" });

/** The chosen doctor, or the only one. */
export function deskScopeOf(doctors: readonly DeskDoctor[], chosen: string): DeskScope | undefined {
  const doctor = doctors.find(({ _id }) => _id === chosen) ?? (doctors.length === 1 ? doctors[0] : undefined);
  return doctor && { docId: doctor._id, role: "desk", doctor };
}

/** The doctor whom the desk has chosen; undefined until known. */
export function useDeskScope(): DeskScope | undefined {
  const chosen = useChosenDoctor();
  return deskScopeOf(useQuery(deskDoctorsQuery()).data ?? [], chosen);
}

// Booking and moving visits at the desk, and the search for known patients.

export type KnownPatient = components["schemas"]["KnownPatientView"];

/** The free slots of today and the next six days, by phone or at the places. Below the bookings' key, with which they change. */
export const deskSlotsQuery = (at: DeskScope, mode?: "phone") => ({
  ...query([...bookingsKey(at), "slots", mode ?? ""], (signal) =>
    api[at.role].GET("/user/api/doctor/desk/slots/{docId}", {
      params: { path: { docId: at.docId }, query: { mode } },
      signal,
    }),
  ),
  staleTime: SLOTS_STALE_TIME_MS,
});

/** The server searches for no less: two letters of a name, four digits of a number. */
export function isSearchable(typed: string): boolean {
  const text = typed.trim();
  const digits = text.replace(/\D/g, "");
  return /^[\d\s+()-]+$/.test(text) ? digits.length >= 4 : [...text].length >= 2;
}

/** Patients who had visits with the doctor. The previous ones stay while the next ones load. */
export const patientsQuery = ({ role, docId }: DeskScope, q: string) => ({
  ...query([role, docId, "patients", q], (signal) =>
    api[role].GET("/user/api/doctor/desk/patients/{docId}", {
      params: { path: { docId }, query: { q } },
      signal,
    }),
  ),
  enabled: isSearchable(q),
  placeholderData: keepPreviousData,
});

interface NewDeskBooking {
  name: string;
  phoneNumber: string;
  date: string;
  time: string;
  lang: string;
}

/** If the slot was taken, the week is refreshed and the input stays. */
export const useBookAtDesk = (at: DeskScope) =>
  useChange({
    call: (body: NewDeskBooking) =>
      api[at.role].POST("/user/api/doctor/desk/bookings/{docId}", { ...inPath({ docId: at.docId }), body }),
    // Not awaited: the caller is still on the phone and waits for the token.
    refreshes: (queries) => void refreshBookings(at)(queries),
    // The sheet shows the token.
    isAnswerShown: true,
  });

interface Move {
  /** As shown on the page: the server refuses if it has been moved since. */
  booking: DoctorBooking;
  date: string;
  time: string;
  reason: string;
}

export const useMoveVisit = (at: DeskScope) =>
  useChange({
    call: ({ booking, ...to }: Move) =>
      api[at.role].PATCH("/user/api/doctor/appointment/move/{id}", {
        ...inPath({ id: booking._id }),
        body: { ...to, seenDate: booking.date, seenTime: booking.time },
      }),
    refreshes: refreshBookings(at),
    onFailure: showFailure,
  });
