import { CalendarPlus, CalendarSync, CircleX, MapPin } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button";
import { buttonLook } from "../../../components/button-look";
import { directionsTo } from "../../../lib/directions";
import { m } from "../../../paraglide/messages";
import { type Booking, useCalendarFile } from "../api/patient";
import { CancelDialog } from "./cancel-dialog";
import { RescheduleSheet } from "./reschedule-sheet";

/** What can be done about a visit that is still ahead. */
export function BookingActions({ booking }: { booking: Booking }) {
  const [open, setOpen] = useState<"cancel" | "reschedule">();
  const calendar = useCalendarFile();
  const { consultation_Address, district } = booking.doctorId;
  const close = () => setOpen(undefined);

  return (
    <div className="mt-auto pt-5">
      <div className="grid grid-cols-[1fr_1.2fr] gap-2 sm:grid-cols-2 border-t border-line pt-4 lang-ml:max-sm:grid-cols-1 max-sm:*:px-2">
        <Button tone="soft" onPress={() => setOpen("reschedule")}>
          <CalendarSync aria-hidden className="size-5 shrink-0" />
          {m.booking_reschedule()}
        </Button>
        <Button tone="quiet" isPending={calendar.isPending} onPress={() => calendar.mutate(booking._id)}>
          <CalendarPlus aria-hidden className="size-5 shrink-0" />
          {m.booking_calendar()}
        </Button>
        <a
          href={directionsTo(consultation_Address, district, "Kerala")}
          target="_blank"
          rel="noreferrer"
          className={buttonLook({ tone: "quiet" })}
        >
          <MapPin aria-hidden className="size-5 shrink-0" />
          {m.booking_directions()}
          <span className="sr-only">{m.booking_new_tab()}</span>
        </a>
        <Button tone="quiet" onPress={() => setOpen("cancel")}>
          <CircleX aria-hidden className="size-5 shrink-0 text-blood" />
          {m.booking_cancel()}
        </Button>
      </div>
      {open === "cancel" && <CancelDialog booking={booking} onClose={close} />}
      {open === "reschedule" && <RescheduleSheet booking={booking} onClose={close} />}
    </div>
  );
}
