import { useInfiniteQuery } from "@tanstack/react-query";
import { CalendarHeart, CalendarPlus, UsersRound } from "lucide-react";
import { Button } from "../../../components/button";
import { LinkButton } from "../../../components/links";
import { LoadedList } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { useFilters } from "../../../lib/address";
import { bookAgainWith, paths } from "../../../lib/paths";
import { idOf } from "../../../lib/session";
import type { KeptChoice } from "../../../lib/visit-choice";
import { doctorTitle } from "../../../lib/words";
import { m } from "../../../messages";
import { OwnWaitlist } from "../../waitlist/own-waitlist";
import { type Booking, ownBookingsQuery, whileRequested } from "../api";
import { BookingActions } from "../components/booking-actions";
import { BookingCard } from "../components/booking-card";
import { BookingSlip, PrintedPage } from "../components/booking-slip";
import { NextTimes } from "../components/next-times";
import { OfferedTimes } from "../components/offered-times";
import { Proposals } from "../components/proposals";

/** Filter: one doctor, or all. */
const filtered = { doctor: {} };

/** The unanswered request that the e-mail's link names. */
const instead = { instead: {} };

export function Page({ title }: { title: string }) {
  const { filters, clear, isFiltered } = useFilters(filtered);
  const { filters: offered } = useFilters(instead);
  const userId = idOf("user") ?? "";
  const bookings = useInfiniteQuery({
    ...ownBookingsQuery(userId, filters.doctor),
    refetchInterval: ({ state }) => whileRequested(state.data?.pages.flatMap(({ data }) => data)),
  });
  const none = {
    icon: CalendarHeart,
    title: m.booking_empty_title(),
    text: m.booking_empty_text(),
    children: <LinkButton to={paths.category}>{m.home_book_appointment()}</LinkButton>,
  };
  return (
    <div className="page py-8 md:py-12">
      <div className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
        <LinkButton tone="quiet" to={paths.userPeople} className="max-sm:w-full">
          <UsersRound aria-hidden className="size-5 shrink-0" />
          {m.people_title()}
        </LinkButton>
      </div>
      {!isFiltered && <OwnWaitlist />}
      <Proposals userId={userId} />
      <LoadedList
        load={bookings}
        fallback={<Skeleton line="h-8 w-56" className={cardsLook} blocks={2} look="h-96 sm:h-80" />}
        heading="h2"
        none={none}
        search={{ isFiltered, noMatch: m.doctor_visits_none(), onClear: clear }}
      >
        {(rows) => (
          <>
            {rows
              .filter((booking) => booking._id === offered.instead && booking.unanswered)
              .map((booking) => (
                <NextTimes key={booking._id} booking={booking} />
              ))}
            {isFiltered && rows[0] && <OnlyWith doctor={doctorTitle(rows[0].doctorId)} onClear={clear} />}
            <OfferedTimes bookings={rows} />
            <InOrder bookings={rows} />
          </>
        )}
      </LoadedList>
    </div>
  );
}

/** Says that the list is filtered by doctor, and clears the filter. */
function OnlyWith({ doctor, onClear }: { doctor: string; onClear: () => void }) {
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-control bg-brand-soft px-4 py-3 text-brand-ink">
      <p role="status" className="font-semibold">
        {m.doctor_visits_only({ doctor })}
      </p>
      <Button tone="quiet" onPress={onClear}>
        {m.doctor_visits_clear()}
      </Button>
    </div>
  );
}

const cardsLook = "mt-4 grid gap-4 md:gap-5 lg:grid-cols-2";

/**
 * The visits of today come first, then what is still ahead, the nearest on top; then what is over or cancelled, the latest
 * on top. The server decides what is ahead, and what is today, so no clock of a phone is asked.
 */
function InOrder({ bookings }: { bookings: readonly Booking[] }) {
  const byStart = bookings.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
  const ahead = byStart.filter(({ ahead }) => ahead);
  const [ofToday, upcoming] = [ahead.filter(({ today }) => today), ahead.filter(({ today }) => !today)];
  const earlier = byStart.filter(({ ahead }) => !ahead).reverse();
  return (
    <>
      {ahead.length > 0 && (
        <PrintedPage>
          {ahead.map((booking) => (
            <BookingSlip key={booking._id} booking={booking} />
          ))}
        </PrintedPage>
      )}
      {ofToday.length > 0 && (
        <div className="mb-8">
          <Section title={m.booked_today()} bookings={ofToday} />
        </div>
      )}
      {(upcoming.length > 0 || ahead.length === 0) && (
        <Section title={m.booking_upcoming()} bookings={upcoming} />
      )}
      {ahead.length === 0 && <p className="mt-3 text-lg text-muted">{m.booking_none_upcoming()}</p>}
      <LinkButton to={paths.category} tone={ahead.length === 0 ? "brand" : "soft"} className="mt-5 mb-8">
        {m.booking_again()}
      </LinkButton>
      {earlier.length > 0 && <Section title={m.booking_earlier()} bookings={earlier} />}
    </>
  );
}

function Section({ title, bookings }: { title: string; bookings: readonly Booking[] }) {
  return (
    <section>
      <h2 className="text-2xl font-bold">{title}</h2>
      <ul className={`${cardsLook} empty:hidden`}>
        {bookings.map((booking) => (
          <li key={booking._id}>
            <BookingCard booking={booking}>
              {booking.ahead ? <BookingActions booking={booking} /> : <BookAgain booking={booking} />}
            </BookingCard>
          </li>
        ))}
      </ul>
    </section>
  );
}

function BookAgain({ booking }: { booking: Booking }) {
  const { patient_name: name, contact_number: phoneNumber, person } = booking;
  const kept: KeptChoice = { patient: { name, phoneNumber, person: person ?? undefined } };
  return (
    <div className="mt-auto pt-5">
      <div className="grid border-t border-line pt-4">
        <LinkButton tone="soft" to={bookAgainWith(booking.doctorId._id)} state={kept}>
          <CalendarPlus aria-hidden className="size-5 shrink-0" />
          {m.booking_again_short()}
        </LinkButton>
      </div>
    </div>
  );
}
