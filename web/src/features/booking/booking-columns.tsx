/** The columns that a doctor's tables share; each table lists its own in the product's order. */
import type { Column } from "../../components/data-table";
import { PatientName } from "../../components/patient-name";
import { PhoneLink } from "../../components/phone-link";
import { StatusBadge } from "../../components/status-badge";
import { momentLabel } from "../../lib/moment-label";
import { dateLabel, dayOf, timeLabel } from "../../lib/visit-time";
import { m } from "../../paraglide/messages";
import type { DoctorBooking } from "./api/doctor";
import { OverlapMark } from "./components/overlap-mark";

type BookingColumn = Column<DoctorBooking>;

export function serialColumn(header: string): BookingColumn {
  return { id: "serial", header, cell: (_, place) => place, onCard: "none" };
}

export function patientColumn(): BookingColumn {
  return {
    id: "patient",
    header: m.patient_name(),
    cell: ({ patient_name }) => <PatientName name={patient_name} />,
    onCard: "title",
  };
}

export function phoneColumn(): BookingColumn {
  return {
    id: "phone",
    header: m.patient_phone(),
    cell: ({ contact_number }) => <PhoneLink number={contact_number} />,
  };
}

export function timeColumn(): BookingColumn {
  return {
    id: "time",
    header: m.confirm_time(),
    cell: ({ time }) => <span className="@4xl:whitespace-nowrap">{timeLabel(time)}</span>,
  };
}

/** It carries the mark, because it is the wider of the two that say when. */
export function dateColumn(): BookingColumn {
  return {
    id: "date",
    header: m.confirm_date(),
    cell: ({ startsAt, overlaps }) => (
      <span className="flex flex-col items-start gap-1">
        <span className="@4xl:whitespace-nowrap">{dateLabel(dayOf(startsAt))}</span>
        {overlaps && <OverlapMark />}
      </span>
    ),
  };
}

export function statusColumn(): BookingColumn {
  return {
    id: "status",
    header: m.column_status(),
    cell: ({ status }) => <StatusBadge status={status} />,
  };
}

export function bookingTimeColumn(): BookingColumn {
  return {
    id: "booked",
    header: m.column_booking_time(),
    cell: ({ bookingTime_Date }) => (
      <span className="@4xl:whitespace-nowrap">{momentLabel(bookingTime_Date)}</span>
    ),
  };
}
