/** Slots and bookings as patients have them. */
import type { QueryClient } from "@tanstack/react-query";
import { sayFailure, useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { saveFile } from "../../../api/file";
import { mayBeDone, refusedFields } from "../../../api/problem";
import { list, question } from "../../../api/question";
import type { components } from "../../../api/schema";
import { failureText } from "../../../lib/failure";
import { idOf } from "../../../lib/session";
import { showError } from "../../../lib/toasts";
import { m } from "../../../paraglide/messages";

export type Booking = components["schemas"]["BookingCard"];
export type DaySession = components["schemas"]["DaySessionView"];

/** Others book meanwhile: whoever opens the picker sees what is free now. What was asked a moment before, for them, is new enough. */
const newEnough = 5_000;

/** The free slots of today and the six days after, counted. */
export const availabilityQuery = (doctorId: string) => ({
  ...question(["doctors", doctorId, "availability"], (signal) =>
    api.public.GET("/user/api/doctor/{id}/availability", {
      params: { path: { id: doctorId }, query: { days: "7" } },
      signal,
    }),
  ),
  staleTime: newEnough,
});

/** The free slots of a day, and its sessions; none for a doctor who has the same hours every day at the own clinic. */
export const freeSlotsQuery = (doctorId: string, day: string) => ({
  ...question(["doctors", doctorId, "slots", day], async (signal) => {
    const { data } = await api.public.GET("/user/api/doctor/{id}/slots", {
      params: { path: { id: doctorId }, query: { date: day } },
      signal,
    });
    return { data: data && { data: { slots: data.data, sessions: data.sessions ?? [] } } };
  }),
  staleTime: newEnough,
});

/** What there is instead of a day with a doctor. */
export const alternativesQuery = (doctorId: string, day: string) => ({
  ...question(["doctors", doctorId, "alternatives", day], (signal) =>
    api.public.GET("/user/api/doctor/{id}/alternatives", {
      params: { path: { id: doctorId }, query: { date: day } },
      signal,
    }),
  ),
  staleTime: newEnough,
});

/** The visits still to come are the latest ones, and limits keep them below this number: the first page holds them all. */
const bookingsPerPage = "50";

/** With one doctor, or with all (the empty text); the latest visit first. */
export const ownBookingsQuery = (userId: string, doctor = "") =>
  list(["bookings", userId, doctor], (cursor, signal) =>
    api.user.GET("/user/api/previous/booking/{userId}", {
      params: { path: { userId }, query: { limit: bookingsPerPage, cursor, doctor } },
      signal,
    }),
  );

/** How often an open page asks whether the doctor has answered. */
const answerInterval = 20_000;

/** For a page that shows own bookings: asks again while one of them waits for the doctor, and stops when none does. */
export function whileRequested(bookings: readonly Booking[] | undefined): number | false {
  return bookings?.some(({ status, ahead }) => status === "Pending" && ahead) ? answerInterval : false;
}

/** The first page alone: it has every booking that is still ahead. For pages that show one of them. */
export const bookingsAheadQuery = (userId: string) =>
  question(["bookings", userId, "ahead"], (signal) =>
    api.user.GET("/user/api/previous/booking/{userId}", {
      params: { path: { userId }, query: { limit: bookingsPerPage } },
      signal,
    }),
  );

/** A few, to remember by. */
const latestVisits = "3";

export const latestWithDoctorQuery = (userId: string, doctor: string) =>
  question(["bookings", userId, doctor, "latest"], (signal) =>
    api.user.GET("/user/api/previous/booking/{userId}", {
      params: { path: { userId }, query: { limit: latestVisits, doctor } },
      signal,
    }),
  );

/** After a booking was made, moved, cancelled or refused: nothing on any page may show the slots of before. */
export function refreshBookings(queries: QueryClient): void {
  for (const queryKey of [["doctors"], ["bookings"], ["waitlist"]]) {
    queries.removeQueries({ queryKey, type: "inactive" });
    void queries.invalidateQueries({ queryKey });
  }
}

interface NewBooking {
  doctorId: string;
  name: string;
  phoneNumber: string;
  /** Whom of the people they book for, if it is one of them. */
  person?: string;
  /** As in "2024-01-05" */
  date: string;
  /** As in "09:15" */
  time: string;
}

/** What was refused in the form. Day and time were chosen before, so what is wrong with them has no field there. */
export function patientErrors(error: Error | null): Record<string, string> {
  const { name, phoneNumber } = refusedFields(error);
  return { ...(name && { name }), ...(phoneNumber && { phoneNumber }) };
}

function explainBooking(error: Error): void {
  // What stands at a field is not said again.
  if (Object.keys(patientErrors(error)).length > 0) showError(m.booking_failed());
  // Perhaps it did not fail. The same sent again answers with the booking, if there is one.
  else if (mayBeDone(error)) sayFailure(error);
  else showError(`${m.booking_failed()} ${failureText(error)}`);
}

export const useBook = () =>
  useChange({
    call: ({ doctorId, ...body }: NewBooking) =>
      api.user.POST("/user/api/doctor/{id}/appointment/booking/{userId}", {
        params: { path: { id: doctorId, userId: idOf("user") ?? "" } },
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
      api.user.PATCH("/user/api/appointment/reschedule/{id}", { params: { path: { id } }, body }),
    refreshes: refreshBookings,
    onFailure: sayFailure,
  });

export const useCancel = () =>
  useChange({
    call: (id: string) => api.user.PATCH("/user/api/appointment/cancel/{id}", { params: { path: { id } } }),
    refreshes: refreshBookings,
    onFailure: sayFailure,
  });

/** Fetched, then saved: a link could not carry the token. */
export const useCalendarFile = () =>
  useChange({
    call: (id: string) =>
      api.user.GET("/user/api/appointment/{id}/calendar", { params: { path: { id } }, parseAs: "blob" }),
    onAnswer: (file) => saveFile("appointment.ics", file),
    onFailure: sayFailure,
  });
