import { Button } from "../../../components/button";
import { Dialog } from "../../../components/dialog";
import { dateLabel, dayOf, timeLabel } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import { type Booking, useCancel } from "../api/patient";

export function CancelDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const cancel = useCancel();

  return (
    <Dialog
      title={m.booking_cancel_title()}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <p>
        {m.booking_cancel_text({
          doctor: m.doctor_name({ name: booking.doctorId.full_Name }),
          when: `${dateLabel(dayOf(booking.startsAt))}, ${timeLabel(booking.time)}`,
        })}
      </p>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button tone="quiet" onPress={onClose}>
          {m.booking_cancel_no()}
        </Button>
        <Button
          tone="blood"
          isPending={cancel.isPending}
          onPress={() => cancel.mutate(booking._id, { onSettled: onClose })}
        >
          {m.booking_cancel_yes()}
        </Button>
      </div>
    </Dialog>
  );
}
