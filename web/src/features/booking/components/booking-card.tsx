import { CalendarDays, Clock, MapPin, Ticket, UserRound, Wallet } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useDistrictName } from "../../../api/reference";
import { Avatar } from "../../../components/avatar";
import { Fact } from "../../../components/fact";
import { LinkButton } from "../../../components/links";
import { rupees } from "../../../lib/money";
import { placeAddress, placeName } from "../../../lib/places";
import { specialityLabel } from "../../../lib/specialities";
import { dateLabel, dayOf, timeLabel } from "../../../lib/visit-time";
import { doctorTitle } from "../../../lib/words";
import { m } from "../../../messages";
import type { Booking } from "../api";
import { OwnState } from "../own-state";

const icon = { "aria-hidden": true, className: "size-5" };

export function BookingCard({ booking, children }: { booking: Booking; children: ReactNode }) {
  const heading = useId();
  const { doctorId: doctor, place } = booking;
  const districtName = useDistrictName();
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
              {doctorTitle(doctor)}
            </h3>
            <p className="text-muted">{specialityLabel(doctor.specialization)}</p>
          </div>
          <OwnState booking={booking} />
        </div>
      </div>
      {booking.reason && (
        <p className="mt-3 rounded-control bg-sunken px-3 py-2 text-sm text-muted wrap-anywhere">
          {booking.reason}
        </p>
      )}
      <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-x-2 gap-y-3 sm:grid-cols-2">
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
          {booking.withoutFee ? m.proposal_without_fee() : rupees(doctor.consultation_Fee)}
        </Fact>
        {booking.token && (
          <Fact icon={<Ticket {...icon} />} label={m.queue_token()}>
            {booking.token}
          </Fact>
        )}
        <Fact className="col-span-full" icon={<MapPin {...icon} />} label={m.confirm_address()}>
          {place && <span className="block">{placeName(place)}</span>}
          {placeAddress(place, doctor, districtName)}
        </Fact>
      </dl>
      {booking.queuePage && (
        <LinkButton tone="soft" to={booking.queuePage} className="mt-4">
          {m.queue_open()}
        </LinkButton>
      )}
      {children}
    </article>
  );
}
