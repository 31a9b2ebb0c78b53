/** A patient's bookings, and the people whom they book for. */
import type { QueryClient } from "@tanstack/react-query";
import { showFailure, useChange } from "../../api/change";
import { api, inPath } from "../../api/client";
import { saveFile } from "../../api/file";
import { mayBeDone, refusedFields } from "../../api/problem";
import { list, query } from "../../api/query";
import type { components } from "../../api/schema";
import { failureText } from "../../lib/failure";
import { idOf } from "../../lib/session";
import { showError } from "../../lib/toasts";
import { m } from "../../messages";
import type { PhoneDetails } from "./components/phone-fields";

export type Booking = components["schemas"]["BookingCard"];
/** Upcoming visits come first and are fewer than this, so the first page has them all. */
const bookingsPerPage = "50";

/** Of one doctor, or all (empty text); the latest visit first. */
export const ownBookingsQuery = (userId: string, doctor = "") =>
  list(["bookings", userId, doctor], (cursor, signal) =>
    api.user.GET("/user/api/previous/booking/{userId}", {
      params: { path: { userId }, query: { limit: bookingsPerPage, cursor, doctor } },
      signal,
    }),
  );

/** Polling interval while a request is unanswered. */
const ANSWER_POLLING_INTERVAL_MS = 20_000;

/** Polls while a request is unanswered. */
export function whileRequested(bookings: readonly Booking[] | undefined): number | false {
  return bookings?.some(({ status, ahead }) => status === "Pending" && ahead)
    ? ANSWER_POLLING_INTERVAL_MS
    : false;
}

/** The first page, which has every upcoming booking. */
export const bookingsAheadQuery = (userId: string) =>
  query(["bookings", userId, "ahead"], (signal) =>
    api.user.GET("/user/api/previous/booking/{userId}", {
      params: { path: { userId }, query: { limit: bookingsPerPage } },
      signal,
    }),
  );

const latestVisits = "3";

export const latestWithDoctorQuery = (userId: string, doctor: string) =>
  query(["bookings", userId, doctor, "latest"], (signal) =>
    api.user.GET("/user/api/previous/booking/{userId}", {
      params: { path: { userId }, query: { limit: latestVisits, doctor } },
      signal,
    }),
  );

/** After any change of a booking: no page may show stale slots. */
export function refreshBookings(queries: QueryClient): void {
  for (const queryKey of [["doctors"], ["bookings"], ["waitlist"]]) {
    queries.removeQueries({ queryKey, type: "inactive" });
    void queries.invalidateQueries({ queryKey });
  }
}

interface NewBooking extends PhoneDetails {
  doctorId: string;
  name: string;
  phoneNumber: string;
  /** The id of a saved person. */
  person?: string;
  /** As in "2024-01-05" */
  date: string;
  /** As in "09:15" */
  time: string;
  visitReason?: string;
  visitType?: string;
}

const formFields = [
  "name",
  "phoneNumber",
  "visitReason",
  "patientAge",
  "patientLocation",
  "adultName",
  "phoneConsent",
];

/** Field errors of the form. Day and time have no field there. */
export function patientErrors(error: Error | null): Record<string, string> {
  const refused = refusedFields(error);
  return Object.fromEntries(
    formFields.flatMap((name) => (refused[name] === undefined ? [] : [[name, refused[name]]])),
  );
}

function explainBooking(error: Error): void {
  // Errors at fields are not repeated.
  if (Object.keys(patientErrors(error)).length > 0) showError(m.booking_failed());
  // The outcome is unknown. Sending it again returns the booking, if there is one.
  else if (mayBeDone(error)) showFailure(error);
  else showError(`${m.booking_failed()} ${failureText(error)}`);
}

export const useBook = () =>
  useChange({
    call: ({ doctorId, ...body }: NewBooking) =>
      api.user.POST("/user/api/doctor/{id}/appointment/booking/{userId}", {
        ...inPath({ id: doctorId, userId: idOf("user") ?? "" }),
        body,
      }),
    refreshes: refreshBookings,
    onFailure: explainBooking,
  });

interface NewTime {
  id: string;
  date: string;
  time: string;
}

export const useReschedule = () =>
  useChange({
    call: ({ id, ...body }: NewTime) =>
      api.user.PATCH("/user/api/appointment/reschedule/{id}", { ...inPath({ id }), body }),
    refreshes: refreshBookings,
    onFailure: showFailure,
  });

export const useCancel = () =>
  useChange({
    call: (id: string) => api.user.PATCH("/user/api/appointment/cancel/{id}", inPath({ id })),
    refreshes: refreshBookings,
    onFailure: showFailure,
  });

/** Fetched and then saved, because a plain link cannot carry the access token. */
export const useCalendarFile = () =>
  useChange({
    call: (id: string) =>
      api.user.GET("/user/api/appointment/{id}/calendar", { ...inPath({ id }), parseAs: "blob" }),
    onAnswer: (file) => saveFile("appointment.ics", file),
    onFailure: showFailure,
  });

export type Person = components["schemas"]["Person"];

/** In the order of saving. */
export const peopleQuery = (userId: string) =>
  query(["people", userId], (signal) =>
    api.user.GET("/user/api/user/people/{userId}", { ...inPath({ userId }), signal }),
  );

export interface PersonDetails {
  name: string;
  phoneNumber: string;
  under18?: boolean;
  guardian?: boolean;
}

const ownId = () => idOf("user") ?? "";

const add = (body: PersonDetails) =>
  api.user.POST("/user/api/user/people/{userId}", { ...inPath({ userId: ownId() }), body });

const change = (id: string, body: PersonDetails) =>
  api.user.PUT("/user/api/user/people/{userId}/{id}", { ...inPath({ userId: ownId(), id }), body });

/** Adds a person, or changes a saved one. */
export const useSavePerson = (id?: string) =>
  useChange({
    call: (details: PersonDetails) => (id === undefined ? add(details) : change(id, details)),
    refreshes: (queries) => queries.invalidateQueries(peopleQuery(ownId())),
  });

/** While booking, whose message is enough. Idempotent: sent again, the person is the same. */
export const useKeepPerson = () =>
  useChange({
    call: add,
    // Not awaited: the booking does not need the list.
    refreshes: (queries) => void queries.invalidateQueries(peopleQuery(ownId())),
    onAnswer: () => undefined,
  });

export const useRemovePerson = (id: string) =>
  useChange({
    call: () => api.user.DELETE("/user/api/user/people/{userId}/{id}", inPath({ userId: ownId(), id })),
    refreshes: (queries) => queries.invalidateQueries(peopleQuery(ownId())),
  });
