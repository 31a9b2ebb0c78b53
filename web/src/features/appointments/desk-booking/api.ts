/** Booking and moving visits in the doctor's place, and the patients who come again. */

import { keepPreviousData, type QueryClient } from "@tanstack/react-query";
import { showFailure, useChange } from "../../../api/change";
import { api, inPath } from "../../../api/client";
import { query } from "../../../api/query";
import type { components } from "../../../api/schema";
import { bookingsKey, type DeskScope, type DoctorBooking } from "../api";

export type KnownPatient = components["schemas"]["KnownPatientView"];

const SLOTS_STALE_TIME_MS = 5_000;

/** The free slots of today and the next six days. Below the bookings' key, with which they change. */
export const deskSlotsQuery = (at: DeskScope) => ({
  ...query([...bookingsKey(at), "slots"], (signal) =>
    api[at.role].GET("/user/api/doctor/desk/slots/{docId}", { ...inPath({ docId: at.docId }), signal }),
  ),
  staleTime: SLOTS_STALE_TIME_MS,
});

/** The server finds nobody by less: two letters of a name, four digits of a number. */
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
  retry: false,
});

const refresh = (at: DeskScope) => (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: bookingsKey(at) });

interface NewDeskBooking {
  name: string;
  phoneNumber: string;
  date: string;
  time: string;
  lang: string;
}

/** When the slot was taken meanwhile, the week is fresh and what was typed stays. */
export const useBookAtDesk = (at: DeskScope) =>
  useChange({
    call: (body: NewDeskBooking) =>
      api[at.role].POST("/user/api/doctor/desk/bookings/{docId}", { ...inPath({ docId: at.docId }), body }),
    refreshes: refresh(at),
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
    refreshes: refresh(at),
    onFailure: showFailure,
  });
