import { VisitChoice } from "../../../components/visit-choice";
import { m } from "../../../paraglide/messages";
import type { BookingsFate, MetBooking } from "../api/own";

interface MetBookingsProps {
  bookings: readonly MetBooking[];
  fate: BookingsFate;
  onChoose: (fate: BookingsFate) => void;
}

const fates = [
  { fate: "keep", label: m.fate_keep, text: m.fate_keep_text },
  { fate: "notify", label: m.fate_notify, text: m.fate_notify_text },
  { fate: "cancel", label: m.fate_cancel, text: m.fate_cancel_text },
] as const;

/** The visits that a leave would meet, and what becomes of them. */
export function MetBookings({ bookings, fate, onChoose }: MetBookingsProps) {
  return (
    <VisitChoice
      label={bookings.length === 1 ? m.leave_meets_one() : m.leave_meets({ count: bookings.length })}
      visits={bookings.map((booking) => ({
        ...booking,
        who: `${booking.patient_name} · ${booking.contact_number}`,
      }))}
      fates={fates}
      chosen={fate}
      onChoose={onChoose}
    />
  );
}
