import { CalendarDays, Clock, UserRound, Wallet } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Avatar } from "../../../components/avatar";
import { Fact } from "../../../components/fact";
import { StatusBadge } from "../../../components/status-badge";
import { rupees } from "../../../lib/money";
import { specialityLabel } from "../../../lib/specialities";
import { dateLabel, dayOf, timeLabel } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import type { Booking } from "../api/patient";

const icon = { "aria-hidden": true, className: "size-5" };

/** One visit. Its actions stand below, where there are any. */
export function BookingCard({ booking, children }: { booking: Booking; children?: ReactNode }) {
  const heading = useId();
  const { doctorId: doctor } = booking;
  return (
    <article
      aria-labelledby={heading}
      className="flex h-full flex-col rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="flex gap-4">
        <Avatar name={doctor.full_Name} image={doctor.Image} />
        <div className="flex min-w-0 flex-1 flex-col items-start justify-between gap-x-3 gap-y-1.5 sm:flex-row">
          <div className="min-w-0">
            <h3 id={heading} className="text-lg font-bold">
              {m.doctor_name({ name: doctor.full_Name })}
            </h3>
            <p className="text-muted">{specialityLabel(doctor.specialization)}</p>
          </div>
          <StatusBadge status={booking.status} />
        </div>
      </div>
      <dl className="mt-4 grid grid-cols-[1.25fr_1fr] gap-x-2 gap-y-3 sm:grid-cols-2">
        <Fact icon={<CalendarDays {...icon} />} label={m.confirm_date()}>
          {dateLabel(dayOf(booking.startsAt))}
        </Fact>
        <Fact icon={<Clock {...icon} />} label={m.confirm_time()}>
          {timeLabel(booking.time)}
        </Fact>
        <Fact icon={<UserRound {...icon} />} label={m.booking_patient()}>
          {booking.patient_name}
        </Fact>
        <Fact icon={<Wallet {...icon} />} label={m.doctor_fee()}>
          {rupees(doctor.consultation_Fee)}
        </Fact>
      </dl>
      {children}
    </article>
  );
}
