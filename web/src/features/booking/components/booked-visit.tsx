/** Banners on top of a page: the visit just booked with next steps, and today's visits. */

import { useQuery } from "@tanstack/react-query";
import { Share2, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "../../../components/icon-button";
import { buttonLook, LinkButton } from "../../../components/links";
import { Loaded } from "../../../components/loaded";
import { ShareButton } from "../../../components/share-button";
import { Skeleton } from "../../../components/skeletons";
import { doctorPageOf, paths } from "../../../lib/paths";
import { doctorTitle, isByPhone, startOf, visitPlace, visitWhen } from "../../../lib/words";
import { m } from "../../../messages";
import { type Booking, bookingsAheadQuery, whileRequested } from "../api";
import { type OwnStateName, ownState } from "../own-state";
import { BookingActions, BookingCard, isOpen } from "./booking-card";
import { BookingSlip, PrintedPage } from "./booking-slip";
import { InstallOffer } from "./install-offer";
import { NextTimes } from "./next-times";

interface BookedVisitProps {
  userId: string;
  /** The booking's id. Upcoming bookings fit on the first page, so it is there. */
  id: string;
  onClose: () => void;
}

export function BookedVisit({ userId, id, onClose }: BookedVisitProps) {
  const bookings = useQuery({
    ...bookingsAheadQuery(userId),
    refetchInterval: ({ state }) => whileRequested(state.data),
  });
  return (
    <section aria-label={m.booked_title()} className="page py-6 empty:hidden">
      <Loaded load={bookings} fallback={<Skeleton look="h-96" />} missing={m.booked_failed()}>
        {(rows) => {
          // Shows nothing for another account's booking or a removed one.
          const booking = rows.find(({ _id }) => _id === id);
          return booking && <Booked booking={booking} onClose={onClose} />;
        }}
      </Loaded>
    </section>
  );
}

const titles: Partial<Record<OwnStateName, () => string>> = {
  waiting: m.booked_requested,
  confirmed: m.booked_confirmed,
};

function whatNext(booking: Booking): string | undefined {
  const state = ownState(booking);
  if (state === "confirmed")
    return isByPhone(booking)
      ? m.booked_next_phone({ doctor: doctorTitle(booking.doctorId) })
      : m.booked_next_confirmed();
  if (state !== "waiting" || !booking.answerBy) return undefined;
  return m.booked_next_until({ when: visitWhen(startOf(booking.answerBy)) });
}

function Booked({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const state = ownState(booking);
  const next = whatNext(booking);
  const heading = useRef<HTMLHeadingElement>(null);
  // Takes the focus from the page's heading.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="rounded-card border border-brand bg-brand-soft p-3 sm:p-6">
      <div className="flex items-start justify-between gap-3 text-brand-ink">
        <h2 ref={heading} tabIndex={-1} className="text-xl font-bold sm:text-2xl">
          {(titles[state] ?? m.booked_title)()}
        </h2>
        <IconButton label={m.action_close()} onPress={onClose}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
      {next && (
        <p className="mt-1 mb-4 text-brand-ink">
          <strong>{m.booked_next_title()}: </strong>
          {next}
        </p>
      )}
      {state === "unanswered" && <NextTimes booking={booking} />}
      <PrintedPage>
        <BookingSlip booking={booking} />
      </PrintedPage>
      <BookingCard booking={booking}>{isOpen(booking) && <BookingActions booking={booking} />}</BookingCard>
      <div className="mt-4 flex flex-wrap gap-2 max-sm:*:w-full">
        <ShareVisit booking={booking} />
        <LinkButton tone="quiet" to={paths.userBookings}>
          {m.booked_all()}
        </LinkButton>
      </div>
      <InstallOffer onEnded={() => heading.current?.focus({ preventScroll: true })} />
    </div>
  );
}

/** Text to share with a relative. Links to the doctor's page, because the booking is private. */
function ShareVisit({ booking }: { booking: Booking }) {
  const { doctorId: doctor, place } = booking;
  const title = doctorTitle(doctor);
  const where = place || isByPhone(booking) ? visitPlace(booking) : doctor.consultation_Address;
  const text = [title, visitWhen(booking), where].join(", ");
  return (
    <ShareButton
      className={`${buttonLook({ tone: "quiet" })} cursor-pointer`}
      what={{ path: doctorPageOf(doctor._id), title, text }}
    >
      <Share2 aria-hidden className="size-5 shrink-0" />
      {m.booked_share()}
    </ShareButton>
  );
}

/** Today's visits, the nearest first; nothing without any or when loading fails. */
export function VisitsToday({ userId }: { userId: string }) {
  const { data = [] } = useQuery({
    ...bookingsAheadQuery(userId),
    refetchInterval: ({ state }) => whileRequested(state.data),
  });
  const visits = data.filter((booking) => isOpen(booking) && booking.today).reverse();
  if (visits.length === 0) return null;
  return (
    <section aria-labelledby="visits-today" className="page py-6">
      <h2 id="visits-today" className="text-xl font-bold sm:text-2xl">
        {m.booked_today()}
      </h2>
      <ul className="mt-3 grid gap-4 lg:grid-cols-2">
        {visits.map((booking) => (
          <li key={booking._id}>
            <BookingCard booking={booking}>
              <BookingActions booking={booking} />
            </BookingCard>
          </li>
        ))}
      </ul>
    </section>
  );
}
