/**
 * What a press on "Book Clinic Visit" needs, brought before it: the slot picker while the page is idle, a doctor's slots
 * when somebody is about to press. Not for whoever is not signed in, whom the press leads to the login, nor for whoever
 * saves data.
 */
import { useCallback, useEffect, useState } from "react";
import { useAskAhead } from "../api/question";
import { Late } from "../components/late";
import { SheetComing } from "../components/sheet-coming";
import { availabilityQuery, freeSlotsQuery } from "../features/booking/api/patient";
import { doctorQuery, type FoundDoctor } from "../features/directory/api/find";
import { download, savesData } from "../lib/download";
import { focusAfterDialog } from "../lib/focus";
import { tokenOf } from "../lib/session";
import { dayOf } from "../lib/visit-time";
import { m } from "../paraglide/messages";

const panel = download(() => import("./booking-panel"));
/** Long enough for what the page itself still loads. */
const idleAfter = 2_000;

function mayBookSoon(): boolean {
  return tokenOf("user") !== null && !savesData();
}

function bringPanel(): void {
  if (mayBookSoon()) panel.load().catch(() => undefined);
}

/** Call it with the doctor whom somebody is about to press for. */
export function useBookingAhead(): (doctor: FoundDoctor) => void {
  const askAhead = useAskAhead();
  useEffect(() => {
    const timer = window.setTimeout(bringPanel, idleAfter);
    return () => window.clearTimeout(timer);
  }, []);
  return useCallback(
    ({ _id, nextSlot }: FoundDoctor) => {
      if (!mayBookSoon()) return;
      bringPanel();
      askAhead(doctorQuery(_id));
      askAhead(availabilityQuery(_id));
      if (nextSlot) askAhead(freeSlotsQuery(_id, dayOf(nextSlot.startsAt)));
    },
    [askAhead],
  );
}

/** The slot picker: its sheet opens at once, whether the picker is here or on its way. */
export function LateBookingPanel({ doctorId, onClose }: { doctorId: string; onClose: () => void }) {
  // The picker gives the focus back to what had it when it came, which is the coming sheet's cross, gone by then.
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) focusAfterDialog(opener);
    },
    [opener],
  );
  return (
    <Late
      part={panel}
      onFail={onClose}
      waiting={<SheetComing title={m.schedule_title()} onClose={onClose} />}
    >
      {({ BookingPanel }) => <BookingPanel doctorId={doctorId} onClose={onClose} />}
    </Late>
  );
}
