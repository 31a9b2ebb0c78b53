import type { DoctorBooking } from "../api/doctor";
import { visitWhen } from "../visit-words";

/** Whom and when a question is about. */
export function VisitSummary({ booking }: { booking: DoctorBooking }) {
  return (
    <div className="rounded-control bg-sunken p-4">
      <p className="text-lg font-bold wrap-anywhere">{booking.patient_name}</p>
      <p>{visitWhen(booking)}</p>
    </div>
  );
}
