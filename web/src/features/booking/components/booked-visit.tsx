/** On top of a page: a visit that was just booked, with what happens next, until it is closed; and the visits of today. */
import { useQuery } from "@tanstack/react-query";
import { Share2, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "../../../components/icon-button";
import { buttonLook, LinkButton } from "../../../components/links";
import { Loaded } from "../../../components/loaded";
import { ShareButton } from "../../../components/share-button";
import { Waiting } from "../../../components/waiting";
import { doctorPageOf, paths } from "../../../lib/paths";
import { placeName } from "../../../lib/places";
import { doctorTitle } from "../../../lib/words";
import { m } from "../../../paraglide/messages";
import { type Booking, bookingsAheadQuery, whileRequested } from "../api/patient";
import { type OwnStateName, ownState } from "../own-state";
import { startOf, visitWhen } from "../words";
import { BookingActions } from "./booking-actions";
import { BookingCard } from "./booking-card";
import { BookingSlip, PrintedPage } from "./booking-slip";
import { NextTimes } from "./next-times";

interface BookedVisitProps {
  userId: string;
  /** Of the booking. Limits keep the bookings ahead below a page, so the first page has it. */
  id: string;
  onClose: () => void;
}

export function BookedVisit({ userId, id, onClose }: BookedVisitProps) {
  const bookings = useQuery({
    ...bookingsAheadQuery(userId),
    refetchInterval: ({ state }) => whileRequested(state.data),
  });
  return (
    <section aria-label={m.booked_other()} className="page py-6 empty:hidden">
      <Loaded load={bookings} waiting={<Waiting look="h-96" />} missing={m.booked_failed()}>
        {(rows) => {
          // Nothing of another account's booking, or of one that is gone.
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
  if (state === "confirmed") return m.booked_next_confirmed();
  if (state !== "waiting" || !booking.answerBy) return undefined;
  return m.booked_next_until({ when: visitWhen(startOf(booking.answerBy)) });
}

function Booked({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const state = ownState(booking);
  const next = whatNext(booking);
  const heading = useRef<HTMLHeadingElement>(null);
  // The page's own heading takes the focus on arrival; what was just booked matters more.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="rounded-card border border-brand bg-brand-soft p-3 sm:p-6">
      <div className="flex items-start justify-between gap-3 text-brand-ink">
        <h2 ref={heading} tabIndex={-1} className="text-xl font-bold sm:text-2xl">
          {(titles[state] ?? m.booked_other)()}
        </h2>
        <IconButton label={m.close()} onPress={onClose}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
      {next && (
        <p className="mt-1 mb-4 text-brand-ink">
          <strong>{m.booked_next()}: </strong>
          {next}
        </p>
      )}
      {state === "unanswered" && <NextTimes booking={booking} />}
      <PrintedPage>
        <BookingSlip booking={booking} />
      </PrintedPage>
      <BookingCard booking={booking}>{booking.ahead && <BookingActions booking={booking} />}</BookingCard>
      <div className="mt-4 flex flex-wrap gap-2 max-sm:*:w-full">
        <ShareVisit booking={booking} />
        <LinkButton tone="quiet" to={paths.userBookings}>
          {m.booked_all()}
        </LinkButton>
      </div>
    </div>
  );
}

/** To a relative: whom, when and where. The link is the doctor's page, since the booking is the patient's own. */
function ShareVisit({ booking }: { booking: Booking }) {
  const { doctorId: doctor, place } = booking;
  const title = doctorTitle(doctor);
  const where = place ? placeName(place) : doctor.consultation_Address;
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

/** Today's visits of who is signed in, the nearest first; nothing where there is none, or where they could not be loaded. */
export function VisitsToday({ userId }: { userId: string }) {
  const { data = [] } = useQuery({
    ...bookingsAheadQuery(userId),
    refetchInterval: ({ state }) => whileRequested(state.data),
  });
  const visits = data.filter(({ ahead, today }) => ahead && today).reverse();
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
