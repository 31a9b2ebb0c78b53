/** Columns and search of the doctor's booking lists. */

import type { ComponentProps } from "react";
import { ActionDialog } from "../../components/action-dialog";
import { Badge } from "../../components/badge";
import { type Column, serial } from "../../components/data-table";
import { FilterBar } from "../../components/filter-bar";
import { PhoneLink } from "../../components/phone-link";
import { ContractStatusBadge, PatientName, PhonePatient, VisitNote, Why } from "../../components/visit";
import { useFilters } from "../../lib/address";
import { bookingTimeLabel } from "../../lib/india-time";
import { dateLabel, dayOf, timeLabel } from "../../lib/visit-time";
import { visitWhen } from "../../lib/words";
import { m } from "../../messages";
import type { DoctorBooking } from "./api";
import { bookingParams } from "./booking-lists";

const inOneLine = (text: string) => <span className="@4xl:whitespace-nowrap">{text}</span>;

/** `placeOf` says where a visit is, if there is more than one place (`placesIn`). */
export function bookingColumns(placeOf: (booking: DoctorBooking) => string | undefined = () => undefined) {
  return {
    serial: serial(),
    patient: {
      header: m.confirm_patient_name(),
      cell: ({ patient_name, followUpOf, withoutFee, visitType, visitReason, phone }) => (
        <span className="flex flex-col items-start gap-1">
          <PatientName name={patient_name} />
          <span className="font-normal">
            <VisitNote visitType={visitType} visitReason={visitReason} />
          </span>
          {phone && (
            <span className="font-normal">
              <PhonePatient patient={phone} />
            </span>
          )}
          {followUpOf && <FollowUpMark withoutFee={withoutFee} />}
        </span>
      ),
      onCard: "title",
    },
    phone: {
      header: m.field_phone_number(),
      cell: ({ contact_number }) => <PhoneLink number={contact_number} />,
    },
    time: { header: m.confirm_time(), cell: ({ time }) => inOneLine(timeLabel(time)) },
    date: {
      header: m.confirm_date(),
      cell: (booking) => (
        <span className="flex flex-col items-start gap-1">
          {inOneLine(dateLabel(dayOf(booking.startsAt)))}
          <PlaceLine place={placeOf(booking)} />
          {booking.overlaps && <OverlapMark />}
        </span>
      ),
    },
    status: {
      header: m.column_status(),
      cell: ({ status, unanswered, reason }) => (
        <span className="flex flex-col items-start gap-1">
          <ContractStatusBadge status={status} />
          <Why unanswered={unanswered} reason={reason} />
        </span>
      ),
    },
    booked: {
      header: m.column_booking_time(),
      cell: ({ bookingTime_Date }) => inOneLine(bookingTimeLabel(bookingTime_Date)),
    },
  } satisfies Record<string, Column<DoctorBooking>>;
}

/** The place of a visit, if not always the same. */
export function PlaceLine({ place }: { place: string | undefined }) {
  return place && <span className="text-sm text-muted wrap-anywhere">{place}</span>;
}

/** For a visit that the doctor asked for. */
export function FollowUpMark({ withoutFee }: { withoutFee: boolean }) {
  return <Badge tone="good">{withoutFee ? m.follow_up_badge_free() : m.follow_up_badge()}</Badge>;
}

/** For each of two visits that overlap. They were booked before overlaps were refused; the doctor decides about them. */
export function OverlapMark() {
  return <Badge tone="bad">{m.clinic_overlaps()}</Badge>;
}

export function BookingSearch() {
  return (
    <FilterBar
      label={m.clinic_filters()}
      searchLabel={m.clinic_search()}
      search={useFilters(bookingParams)}
      fields={[{ name: "date", label: m.confirm_date() }]}
    />
  );
}

export type DialogVisit = Pick<DoctorBooking, "patient_name" | "startsAt" | "time">;

interface VisitDialogProps extends Omit<ComponentProps<typeof ActionDialog>, "about"> {
  visit: DialogVisit;
}

/** A confirmation for a doctor, with patient and time above the question. */
export function VisitDialog({ visit, ...props }: VisitDialogProps) {
  return (
    <ActionDialog
      {...props}
      about={
        <div className="mb-5 rounded-control bg-sunken p-4">
          <p className="text-lg font-bold wrap-anywhere">{visit.patient_name}</p>
          <p>{visitWhen(visit)}</p>
        </div>
      }
    />
  );
}
