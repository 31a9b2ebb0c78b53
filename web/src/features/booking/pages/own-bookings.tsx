import { useInfiniteQuery } from "@tanstack/react-query";
import {
  CalendarDays,
  CalendarHeart,
  CalendarPlus,
  Clock,
  MapPin,
  Ticket,
  UserRound,
  UsersRound,
  Wallet,
} from "lucide-react";
import { type ReactNode, useId } from "react";
import { useDistrictName } from "../../../api/reference";
import { Avatar } from "../../../components/avatar";
import { Button } from "../../../components/button";
import { Fact } from "../../../components/fact";
import { LinkButton } from "../../../components/links";
import { LoadedList } from "../../../components/loaded";
import { StatusBadge, Why } from "../../../components/visit";
import { Waiting } from "../../../components/waiting";
import { useFilters } from "../../../lib/address";
import { rupees } from "../../../lib/money";
import { bookAgainWith, paths } from "../../../lib/paths";
import { placeAddress, placeName } from "../../../lib/places";
import { idOf } from "../../../lib/session";
import { specialityLabel } from "../../../lib/specialities";
import { dateLabel, dayOf, timeLabel } from "../../../lib/visit-time";
import { doctorTitle } from "../../../lib/words";
import { m } from "../../../paraglide/messages";
import { type Booking, ownBookingsQuery } from "../api/patient";
import { BookingActions } from "../components/booking-actions";
import { OfferedTimes } from "../components/offered-times";
import { OwnWaits } from "../components/own-waits";
import { Proposals } from "../components/proposals";
import type { KeptChoice } from "../visit-choice";

/** Whose visits are shown: one doctor's, or all. */
const filtered = { doctor: {} };

export function Page({ title }: { title: string }) {
  const { filters, clear, isFiltered } = useFilters(filtered);
  const userId = idOf("user") ?? "";
  const bookings = useInfiniteQuery(ownBookingsQuery(userId, filters.doctor));
  const none = {
    icon: CalendarHeart,
    title: m.booking_empty_title(),
    text: m.booking_empty_text(),
    children: <LinkButton to={paths.category}>{m.book_appointment()}</LinkButton>,
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
      {!isFiltered && <OwnWaits />}
      <Proposals userId={userId} />
      <LoadedList
        load={bookings}
        waiting={<Waiting line="h-8 w-56" className={cardsLook} blocks={2} look="h-96 sm:h-80" />}
        heading="h2"
        none={none}
        search={{ isFiltered, noMatch: m.visits_with_none(), onClear: clear }}
      >
        {(rows) => (
          <>
            {isFiltered && rows[0] && <OnlyWith doctor={doctorTitle(rows[0].doctorId)} onClear={clear} />}
            <OfferedTimes bookings={rows} />
            <InOrder bookings={rows} />
          </>
        )}
      </LoadedList>
    </div>
  );
}

/** Says that the list is one doctor's alone, and leads back to all. */
function OnlyWith({ doctor, onClear }: { doctor: string; onClear: () => void }) {
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-control bg-brand-soft px-4 py-3 text-brand-ink">
      <p role="status" className="font-semibold">
        {m.visits_with_only({ doctor })}
      </p>
      <Button tone="quiet" onPress={onClear}>
        {m.visits_with_clear()}
      </Button>
    </div>
  );
}

const cardsLook = "mt-4 grid gap-4 md:gap-5 lg:grid-cols-2";

/**
 * What is still ahead comes first, the nearest on top; then what is over or cancelled, the latest on top. The server
 * decides what is ahead (`changeable`), so no clock of a phone is asked.
 */
function InOrder({ bookings }: { bookings: readonly Booking[] }) {
  const byStart = bookings.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
  const upcoming = byStart.filter(({ changeable }) => changeable);
  const earlier = byStart.filter(({ changeable }) => !changeable).reverse();
  return (
    <>
      <Section title={m.booking_upcoming()} bookings={upcoming} />
      {upcoming.length === 0 && <p className="mt-3 text-lg text-muted">{m.booking_none_upcoming()}</p>}
      <LinkButton to={paths.category} tone={upcoming.length === 0 ? "brand" : "soft"} className="mt-5 mb-8">
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
              {booking.changeable ? <BookingActions booking={booking} /> : <BookAgain booking={booking} />}
            </BookingCard>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The doctor's page with the slot picker open, and the same person chosen. */
function BookAgain({ booking }: { booking: Booking }) {
  const { patient_name: name, contact_number: phoneNumber, person } = booking;
  const kept: KeptChoice = { patient: { name, phoneNumber, person: person ?? undefined } };
  return (
    <div className="mt-auto pt-5">
      <div className="grid border-t border-line pt-4">
        <LinkButton tone="soft" to={bookAgainWith(booking.doctorId._id)} state={kept}>
          <CalendarPlus aria-hidden className="size-5 shrink-0" />
          {m.booking_once_more()}
        </LinkButton>
      </div>
    </div>
  );
}

const icon = { "aria-hidden": true, className: "size-5" };

/** One visit. Its actions stand below, where there are any. */
function BookingCard({ booking, children }: { booking: Booking; children: ReactNode }) {
  const heading = useId();
  const { doctorId: doctor, place } = booking;
  const districtName = useDistrictName();
  return (
    <article
      aria-labelledby={heading}
      className="flex h-full flex-col rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="flex gap-4">
        <Avatar name={doctor.full_Name} image={doctor.Image} />
        <div className="flex min-w-0 flex-1 flex-col items-start justify-between gap-x-3 gap-y-1.5 sm:flex-row">
          <div className="min-w-0">
            <h3 id={heading} className="text-lg font-bold">
              {doctorTitle(doctor)}
            </h3>
            <p className="text-muted">{specialityLabel(doctor.specialization)}</p>
          </div>
          <StatusBadge status={booking.status} />
        </div>
      </div>
      {(booking.unanswered || booking.reason) && (
        <p className="mt-3 rounded-control bg-sunken px-3 py-2">
          <Why unanswered={booking.unanswered} reason={booking.reason} />
        </p>
      )}
      <dl className="mt-4 grid grid-cols-[1.25fr_1fr] gap-x-2 gap-y-3 sm:grid-cols-2">
        <Fact icon={<CalendarDays {...icon} />} label={m.confirm_date()}>
          {dateLabel(dayOf(booking.startsAt))}
        </Fact>
        <Fact icon={<Clock {...icon} />} label={m.confirm_time()}>
          {timeLabel(booking.time)}
        </Fact>
        <Fact icon={<UserRound {...icon} />} label={m.booking_patient()}>
          {booking.patient_name}
        </Fact>
        <Fact icon={<Wallet {...icon} />} label={m.doctor_fee()}>
          {booking.withoutFee ? m.proposal_without_fee() : rupees(doctor.consultation_Fee)}
        </Fact>
        {booking.token && (
          <Fact icon={<Ticket {...icon} />} label={m.queue_token()}>
            {booking.token}
          </Fact>
        )}
        <Fact className="col-span-full" icon={<MapPin {...icon} />} label={m.confirm_address()}>
          {place && <span className="block">{placeName(place)}</span>}
          {placeAddress(place, doctor, districtName)}
        </Fact>
      </dl>
      {booking.queuePage && (
        <LinkButton tone="soft" to={booking.queuePage} className="mt-4">
          {m.queue_open()}
        </LinkButton>
      )}
      {children}
    </article>
  );
}
