import { refusedAs } from "../../../api/problem";
import { DoctorLine } from "../../../components/doctor-line";
import { dayOf } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import { type Booking, useReschedule } from "../api/patient";
import { ScheduleSheet } from "./schedule-sheet";

export function RescheduleSheet({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const reschedule = useReschedule();

  function move(date: string, time: string): void {
    reschedule.mutate(
      { id: booking._id, date, time },
      {
        onSuccess: onClose,
        onError: (error) => {
          // A visit that can no longer be moved leaves nothing to choose; a taken slot leaves the others.
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
      submitLabel={m.booking_reschedule()}
      isPending={reschedule.isPending}
      onSubmit={move}
      onClose={onClose}
    >
      <DoctorLine doctor={booking.doctorId} />
    </ScheduleSheet>
  );
}
