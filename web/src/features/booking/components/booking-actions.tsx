import { CalendarPlus, CalendarSync, CircleX, MapPin } from "lucide-react";
import { useState } from "react";
import { refusedAs } from "../../../api/problem";
import { ActionDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { DoctorLine } from "../../../components/doctor-line";
import { buttonLook } from "../../../components/links";
import { directionsTo, OutsideLink } from "../../../components/outside-link";
import { placeOnMap } from "../../../lib/places";
import { dayOf } from "../../../lib/visit-time";
import { visitWhen } from "../../../lib/visit-words";
import { doctorTitle } from "../../../lib/words";
import { m } from "../../../messages";
import { ScheduleSheet } from "../../slots/schedule-sheet";
import { type Booking, useCalendarFile, useCancel, useReschedule } from "../api";
import { PrintButton } from "./booking-slip";

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
              {m.booking_reschedule()}
            </Button>
            <Button tone="quiet" isPending={calendar.isPending} onPress={() => calendar.mutate(booking._id)}>
              <CalendarPlus aria-hidden className="size-5 shrink-0" />
              {m.booking_calendar()}
            </Button>
          </>
        )}
        <OutsideLink
          href={directionsTo(...placeOnMap(booking.place, booking.doctorId))}
          look={buttonLook({ tone: "quiet" })}
        >
          <MapPin aria-hidden className="size-5 shrink-0" />
          {m.booking_directions()}
        </OutsideLink>
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
      firstDay={dayOf(booking.startsAt)}
      submitLabel={m.reschedule_submit()}
      cancelLabel={m.reschedule_keep()}
      isPending={reschedule.isPending}
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
