import {
  CalendarDays,
  CalendarPlus,
  CalendarSync,
  CircleX,
  Clock,
  MapPin,
  MessageSquareText,
  Phone,
  Ticket,
  UserRound,
  Wallet,
} from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { isSent, refusedAs } from "../../../api/problem";
import { useDistrictName } from "../../../api/reference";
import { ActionDialog } from "../../../components/action-dialog";
import { Avatar } from "../../../components/avatar";
import { Button } from "../../../components/button";
import { DoctorLine } from "../../../components/doctor-line";
import { Fact } from "../../../components/fact";
import { buttonLook, LinkButton } from "../../../components/links";
import { directionsTo, OutsideLink } from "../../../components/outside-link";
import { PhoneLink } from "../../../components/phone-link";
import { VisitNote } from "../../../components/visit";
import { rupees } from "../../../lib/money";
import { specialityLabel } from "../../../lib/specialities";
import { dateLabel, dayOf, timeLabel } from "../../../lib/visit-time";
import {
  doctorTitle,
  isByPhone,
  placeAddress,
  placeName,
  placeOnMap,
  startOf,
  visitWhen,
} from "../../../lib/words";
import { m } from "../../../messages";
import { ScheduleSheet } from "../../slots/schedule-sheet";
import { type Booking, useCalendarFile, useCancel, useReschedule } from "../api";
import { OwnState } from "../own-state";
import { PrintButton } from "./booking-slip";

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
      <PhoneNews booking={booking} />
      {booking.reason && (
        <p className="mt-3 rounded-control bg-sunken px-3 py-2 text-sm text-muted wrap-anywhere">
          {`${m.clinic_reason()}: `}
          <span>{booking.reason}</span>
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
        {(booking.visitType || booking.visitReason) && (
          <Fact className="col-span-full" icon={<MessageSquareText {...icon} />} label={m.visit_note_label()}>
            <VisitNote {...booking} />
          </Fact>
        )}
        {booking.token && (
          <Fact icon={<Ticket {...icon} />} label={m.queue_token()}>
            {booking.token}
          </Fact>
        )}
        {isByPhone(booking) ? (
          <Fact className="col-span-full" icon={<Phone {...icon} />} label={m.phone_visit()}>
            {booking.ahead
              ? m.phone_doctor_calls_number({ doctor: doctorTitle(doctor), number: booking.contact_number })
              : booking.contact_number}
            {doctor.registrationNumber && (
              <span className="block text-sm font-normal text-muted">
                {m.doctor_registration({ number: doctor.registrationNumber })}
              </span>
            )}
          </Fact>
        ) : (
          <Fact className="col-span-full" icon={<MapPin {...icon} />} label={m.confirm_address()}>
            {place && <span className="block">{placeName(place)}</span>}
            {placeAddress(place, doctor, districtName)}
            {place?.phone && (
              <span className="block">
                <PhoneLink number={place.phone} />
              </span>
            )}
          </Fact>
        )}
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

/** Whether the patient can still act: before the visit's end, and after three unanswered calls until the choice is made. */
export function isOpen({ ahead, phone }: Booking): boolean {
  return ahead || phone?.choice === true;
}

/** The doctor's unanswered calls, and what the patient can do after the third. */
function PhoneNews({ booking: { ahead, phone } }: { booking: Booking }) {
  if (phone?.choice)
    return (
      <div className="mt-3 rounded-control bg-pending-soft px-3 py-2 text-pending-ink">
        <p className="font-semibold">{m.phone_choice_title()}</p>
        {phone.choiceUntil && <p>{m.phone_choice_text({ when: visitWhen(startOf(phone.choiceUntil)) })}</p>}
      </div>
    );
  if (!ahead || !phone || phone.missedCalls === 0) return null;
  return (
    <p className="mt-3 rounded-control bg-pending-soft px-3 py-2 text-pending-ink">
      {m.phone_missed_calls({ count: phone.missedCalls })}
    </p>
  );
}

/** Actions of an upcoming visit; after it has begun, directions only. */
export function BookingActions({ booking }: { booking: Booking }) {
  const [open, setOpen] = useState<"cancel" | "reschedule">();
  const calendar = useCalendarFile();
  const close = () => setOpen(undefined);

  return (
    <div className="mt-auto pt-5">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-2 sm:grid-cols-2 border-t border-line pt-4 lang-ml:max-sm:grid-cols-1 max-sm:*:px-2">
        {booking.changeable && (
          <>
            <Button tone="soft" onPress={() => setOpen("reschedule")}>
              <CalendarSync aria-hidden className="size-5 shrink-0" />
              {booking.phone?.choice ? m.phone_choice_move() : m.booking_reschedule()}
            </Button>
            {booking.ahead && (
              <Button
                tone="quiet"
                isPending={calendar.isPending}
                onPress={() => calendar.mutate(booking._id)}
              >
                <CalendarPlus aria-hidden className="size-5 shrink-0" />
                {m.booking_calendar()}
              </Button>
            )}
          </>
        )}
        {!isByPhone(booking) && (
          <OutsideLink
            href={directionsTo(...placeOnMap(booking.place, booking.doctorId))}
            look={buttonLook({ tone: "quiet" })}
          >
            <MapPin aria-hidden className="size-5 shrink-0" />
            {m.booking_directions()}
          </OutsideLink>
        )}
        <PrintButton booking={booking} />
        {booking.changeable && (
          <Button tone="quiet" onPress={() => setOpen("cancel")}>
            <CircleX aria-hidden className="size-5 shrink-0 text-blood" />
            {m.booking_cancel()}
          </Button>
        )}
      </div>
      {open === "cancel" && <Cancel booking={booking} onClose={close} />}
      {open === "reschedule" && <Reschedule booking={booking} onClose={close} />}
    </div>
  );
}

interface ActionProps {
  booking: Booking;
  onClose: () => void;
}

function Cancel({ booking, onClose }: ActionProps) {
  const cancel = useCancel();
  const doctor = doctorTitle(booking.doctorId);
  return (
    <ActionDialog
      title={m.booking_cancel_title()}
      text={m.booking_cancel_text({ doctor, when: visitWhen(booking) })}
      yes={m.booking_cancel_yes()}
      no={m.booking_cancel_no()}
      tone="blood"
      isPending={cancel.isPending}
      onSubmit={() => cancel.mutate(booking._id, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}

function Reschedule({ booking, onClose }: ActionProps) {
  const reschedule = useReschedule();

  function move(date: string, time: string): void {
    reschedule.mutate(
      { id: booking._id, date, time },
      {
        onSuccess: onClose,
        onError: (error) => {
          // Closes the picker when the visit can no longer be moved; a taken slot leaves it open.
          if (refusedAs(error, "not_changeable")) onClose();
        },
      },
    );
  }

  return (
    <ScheduleSheet
      title={m.booking_reschedule_title()}
      doctorId={booking.doctorId._id}
      mode={booking.mode}
      firstDay={dayOf(booking.startsAt)}
      submitLabel={m.reschedule_submit()}
      cancelLabel={m.reschedule_keep()}
      isPending={reschedule.isPending}
      isSent={isSent(reschedule)}
      isSameDoctor
      onSubmit={move}
      onClose={onClose}
    >
      <DoctorLine doctor={booking.doctorId} />
      <p className="rounded-control bg-sunken px-4 py-3">
        {m.reschedule_current_time({ when: visitWhen(booking) })}
      </p>
    </ScheduleSheet>
  );
}
