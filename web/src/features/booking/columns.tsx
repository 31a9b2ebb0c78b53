/** The columns of a doctor's tables; each table lists its own in the product's order. */

import { Badge } from "../../components/badge";
import { type Column, serial } from "../../components/data-table";
import { PhoneLink } from "../../components/phone-link";
import { ContractStatusBadge, PatientName, Why } from "../../components/visit";
import { bookingTimeLabel } from "../../lib/india-time";
import { dateLabel, dayOf, timeLabel } from "../../lib/visit-time";
import { m } from "../../paraglide/messages";
import type { DoctorBooking } from "./api/doctor";

const inOneLine = (text: string) => <span className="@4xl:whitespace-nowrap">{text}</span>;

/** `placeOf` says where a visit is, if there is more than one place (`placesIn`). */
export function bookingColumns(placeOf: (booking: DoctorBooking) => string | undefined = () => undefined) {
  return {
    serial: serial(),
    patient: {
      id: "patient",
      header: m.patient_name(),
      cell: ({ patient_name, followUpOf, withoutFee }) => (
        <span className="flex flex-col items-start gap-1">
          <PatientName name={patient_name} />
          {followUpOf && <FollowUpMark withoutFee={withoutFee} />}
        </span>
      ),
      onCard: "title",
    },
    phone: {
      id: "phone",
      header: m.patient_phone(),
      cell: ({ contact_number }) => <PhoneLink number={contact_number} />,
    },
    time: { id: "time", header: m.confirm_time(), cell: ({ time }) => inOneLine(timeLabel(time)) },
    /** It carries the mark, because it is the wider of the two that say when. */
    date: {
      id: "date",
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
      id: "status",
      header: m.column_status(),
      cell: ({ status, unanswered, reason }) => (
        <span className="flex flex-col items-start gap-1">
          <ContractStatusBadge status={status} />
          <Why unanswered={unanswered} reason={reason} />
        </span>
      ),
    },
    booked: {
      id: "booked",
      header: m.column_booking_time(),
      cell: ({ bookingTime_Date }) => inOneLine(bookingTimeLabel(bookingTime_Date)),
    },
  } satisfies Record<string, Column<DoctorBooking>>;
}

/** Where a visit is, where that has to be said. */
export function PlaceLine({ place }: { place: string | undefined }) {
  return place && <span className="text-sm text-muted wrap-anywhere">{place}</span>;
}

/** On a visit that the doctor asked for. */
export function FollowUpMark({ withoutFee }: { withoutFee: boolean }) {
  return <Badge tone="good">{withoutFee ? m.clinic_follow_up_free() : m.clinic_follow_up()}</Badge>;
}

/** On each of two visits that meet. They were booked before that became impossible; the doctor decides what becomes of them. */
export function OverlapMark() {
  return <Badge tone="bad">{m.clinic_overlaps()}</Badge>;
}
