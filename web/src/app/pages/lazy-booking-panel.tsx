/**
 * Prefetches what "Book Clinic Visit" needs: the slot picker while the page is idle, a doctor's slots when the button is about to be
 * pressed. Only for signed-in patients (others are led to the login), and not for browsers that
 * save data.
 */
import { useCallback, useEffect, useState } from "react";
import { usePrefetch, useSeed } from "../../api/query";
import { LazyComponent } from "../../components/lazy-component";
import { LoadingSheet } from "../../components/loading-sheet";
import { doctorQuery, type FoundDoctor } from "../../features/directory/api";
import { availabilityQuery, freeSlotsQuery, type Mode } from "../../features/slots/api";
import { focusAfterDialog } from "../../lib/focus";
import { lazyModule, savesData } from "../../lib/lazy-module";
import { tokenOf } from "../../lib/session";
import { dayOf } from "../../lib/visit-time";
import { m } from "../../messages";
import type { BookingPanelProps } from "./booking-panel";

const panel = lazyModule(() => import("./booking-panel"));
/** Long enough for the page's own downloads. */
const idleAfter = 2_000;

function mayBookSoon(): boolean {
  return tokenOf("user") !== null && !savesData();
}

function bringPanel(): void {
  if (mayBookSoon()) panel.load().catch(() => undefined);
}

/** Returns a function to call with the doctor whose button is hovered or focused. */
export function usePrefetchBooking(mode?: Mode): (doctor: FoundDoctor) => void {
  const prefetch = usePrefetch();
  const seed = useSeed();
  useEffect(() => {
    const timer = window.setTimeout(bringPanel, idleAfter);
    return () => window.clearTimeout(timer);
  }, []);
  return useCallback(
    (doctor: FoundDoctor) => {
      if (!mayBookSoon()) return;
      const { _id, nextSlot } = doctor;
      bringPanel();
      seed(doctorQuery(_id), doctor);
      prefetch(availabilityQuery(_id, mode));
      if (nextSlot) prefetch(freeSlotsQuery(_id, dayOf(nextSlot.startsAt), mode));
    },
    [prefetch, seed, mode],
  );
}

/** The slot picker. Its sheet opens at once, before the module is loaded. */
export function LazyBookingPanel(props: BookingPanelProps) {
  const { onClose } = props;
  // The picker would restore the focus to the loading sheet's close button, which no longer exists by then.
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) focusAfterDialog(opener);
    },
    [opener],
  );
  return (
    <LazyComponent
      module={panel}
      onFail={onClose}
      fallback={<LoadingSheet title={m.schedule_title()} onClose={onClose} />}
    >
      {({ BookingPanel }) => <BookingPanel {...props} />}
    </LazyComponent>
  );
}
