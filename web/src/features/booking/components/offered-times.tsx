/** Times that doctors offered with a rejection. Booking one confirms it at once. */
import { DoctorLine } from "../../../components/doctor-line";
import { LinkButton } from "../../../components/links";
import { doctorPageOf, paths } from "../../../lib/paths";
import type { VisitChoice } from "../../../lib/visit-choice";
import { dayOf } from "../../../lib/visit-time";
import { visitWhen } from "../../../lib/visit-words";
import { m } from "../../../messages";
import type { Booking } from "../api";

export function OfferedTimes({ bookings }: { bookings: readonly Booking[] }) {
  return bookings.map(
    (booking) => booking.offered && <Offer key={booking._id} booking={booking} at={booking.offered} />,
  );
}

function Offer({ booking, at }: { booking: Booking; at: string }) {
  const { doctorId: doctor, patient_name: name, contact_number: phoneNumber, person } = booking;
  const time = at.slice(11, 16);
  const choice: VisitChoice = {
    doctor,
    date: dayOf(at),
    time,
    back: doctorPageOf(doctor._id),
    patient: { name, phoneNumber, ...(person && { person }) },
  };
  return (
    <section className="mb-6 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <DoctorLine doctor={doctor} />
      <p className="my-3 font-semibold">
        {m.booking_offered_time({ when: visitWhen({ startsAt: at, time }) })}
      </p>
      <LinkButton to={paths.confirmBooking} state={choice}>
        {m.booking_offered_take()}
      </LinkButton>
    </section>
  );
}
