import { useInfiniteQuery } from "@tanstack/react-query";
import { CalendarHeart } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "../../../components/empty-state";
import { LinkButton } from "../../../components/link-button";
import { Loaded } from "../../../components/loaded";
import { MoreBelow } from "../../../components/more-below";
import { paths } from "../../../lib/paths";
import { idOf } from "../../../lib/session";
import { m } from "../../../paraglide/messages";
import { type Booking, ownBookingsQuery } from "../api/patient";
import { inOrder } from "../booking-order";
import { BookingActions } from "../components/booking-actions";
import { BookingCard } from "../components/booking-card";

export function Page({ title }: { title: string }) {
  return (
    <div className="page py-8 md:py-12">
      <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
      <div className="mt-8">
        <Bookings />
      </div>
    </div>
  );
}

function Bookings() {
  const bookings = useInfiniteQuery(ownBookingsQuery(idOf("user") ?? ""));
  return (
    <Loaded heading="h2" load={bookings} waiting={<Waiting />}>
      {({ pages }) => (
        <>
          <InOrder bookings={pages.flatMap(({ data }) => data)} />
          <MoreBelow list={bookings} />
        </>
      )}
    </Loaded>
  );
}

function InOrder({ bookings }: { bookings: readonly Booking[] }) {
  const { upcoming, earlier } = inOrder(bookings);
  if (bookings.length === 0) return <NoBookings />;
  return (
    <>
      <Section title={m.booking_upcoming()}>
        {upcoming.map((booking) => (
          <li key={booking._id}>
            <BookingCard booking={booking}>
              <BookingActions booking={booking} />
            </BookingCard>
          </li>
        ))}
      </Section>
      {upcoming.length === 0 && <p className="mt-3 text-lg text-muted">{m.booking_none_upcoming()}</p>}
      <LinkButton to={paths.category} tone={upcoming.length === 0 ? "brand" : "soft"} className="mt-5 mb-8">
        {m.booking_again()}
      </LinkButton>
      {earlier.length > 0 && (
        <Section title={m.booking_earlier()}>
          {earlier.map((booking) => (
            <li key={booking._id}>
              <BookingCard booking={booking} />
            </li>
          ))}
        </Section>
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-2xl font-bold">{title}</h2>
      <ul className="mt-4 grid gap-4 empty:hidden md:gap-5 lg:grid-cols-2">{children}</ul>
    </section>
  );
}

function NoBookings() {
  return (
    <EmptyState
      heading="h2"
      icon={<CalendarHeart aria-hidden className="size-9" />}
      title={m.booking_empty_title()}
      text={m.booking_empty_text()}
    >
      <LinkButton to={paths.category}>{m.book_appointment()}</LinkButton>
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div role="status">
      <span className="sr-only">{m.loading()}</span>
      <div className="h-8 w-56 max-w-full animate-pulse rounded-control bg-line" />
      <div className="mt-4 grid gap-4 md:gap-5 lg:grid-cols-2">
        <div className="h-96 animate-pulse rounded-card bg-sunken sm:h-80" />
        <div className="h-96 animate-pulse rounded-card bg-sunken sm:h-80" />
      </div>
    </div>
  );
}
