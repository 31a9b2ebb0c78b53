/** The columns of a doctor's tables; each table lists its own in the product's order. */

import { Badge } from "../../components/badge";
import { type Column, serial } from "../../components/data-table";
import { PhoneLink } from "../../components/phone-link";
import { PatientName, StatusBadge } from "../../components/visit";
import { momentLabel } from "../../lib/india-time";
import { dateLabel, dayOf, timeLabel } from "../../lib/visit-time";
import { m } from "../../paraglide/messages";
import type { DoctorBooking } from "./api/doctor";

const inOneLine = (text: string) => <span className="@4xl:whitespace-nowrap">{text}</span>;

export function bookingColumns() {
  return {
    serial: serial(),
    patient: {
      id: "patient",
      header: m.patient_name(),
      cell: ({ patient_name }) => <PatientName name={patient_name} />,
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
      cell: ({ startsAt, overlaps }) => (
        <span className="flex flex-col items-start gap-1">
          {inOneLine(dateLabel(dayOf(startsAt)))}
          {overlaps && <OverlapMark />}
        </span>
      ),
    },
    status: {
      id: "status",
      header: m.column_status(),
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    booked: {
      id: "booked",
      header: m.column_booking_time(),
      cell: ({ bookingTime_Date }) => inOneLine(momentLabel(bookingTime_Date)),
    },
  } satisfies Record<string, Column<DoctorBooking>>;
}

/** On each of two visits that meet. They were booked before that became impossible; the doctor decides what becomes of them. */
export function OverlapMark() {
  return <Badge tone="bad">{m.clinic_overlaps()}</Badge>;
}
