import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CalendarHeart, CalendarPlus, UsersRound } from "lucide-react";
import { Button } from "../../../components/button";
import { DoctorLine } from "../../../components/doctor-line";
import { LinkButton } from "../../../components/links";
import { LoadedList } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { useFilters } from "../../../lib/address";
import { bookAgainWith, doctorPageOf, paths } from "../../../lib/paths";
import { idOf } from "../../../lib/session";
import type { KeptChoice, VisitChoice } from "../../../lib/visit-choice";
import { dateLabel, dayOf } from "../../../lib/visit-time";
import { doctorTitle, visitWhen } from "../../../lib/words";
import { m } from "../../../messages";
import { OwnWaitlist } from "../../waitlist/wait-card";
import { type Booking, ownBookingsQuery, whileRequested } from "../api";
import { type Proposal, proposalsQuery, useAcceptProposal, useDeclineProposal } from "../api/offers";
import { BookingActions, BookingCard, isOpen } from "../components/booking-card";
import { BookingSlip, PrintedPage } from "../components/booking-slip";
import { Claims } from "../components/claims";
import { Moves } from "../components/moves";
import { NextTimes } from "../components/next-times";
import { OfferCard, OfferList } from "../components/offer-card";
import { ProposedSlots } from "../components/proposed-slots";

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
      <Moves userId={userId} />
      <Claims userId={userId} />
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
 * Today's visits first, then upcoming ones, the nearest on top; then past or cancelled ones, the latest on top. The server decides what is
 * upcoming and what is today, so the phone's clock does not matter.
 */
function InOrder({ bookings }: { bookings: readonly Booking[] }) {
  const byStart = bookings.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
  const ahead = byStart.filter(isOpen);
  const [ofToday, upcoming] = [ahead.filter(({ today }) => today), ahead.filter(({ today }) => !today)];
  const earlier = byStart.filter((booking) => !isOpen(booking)).reverse();
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
              {isOpen(booking) ? <BookingActions booking={booking} /> : <BookAgain booking={booking} />}
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

/** Times that doctors offered with a rejection. Booking one confirms it at once. */
function OfferedTimes({ bookings }: { bookings: readonly Booking[] }) {
  return bookings.map(
    (booking) => booking.offered && <Offer key={booking._id} booking={booking} at={booking.offered} />,
  );
}

function Offer({ booking, at }: { booking: Booking; at: string }) {
  const { doctorId: doctor, patient_name: name, contact_number: phoneNumber, person } = booking;
  const time = at.slice(11, 16);
  const choice: VisitChoice = {
    doctor,
    date: dayOf(at),
    time,
    back: doctorPageOf(doctor._id),
    patient: { name, phoneNumber, ...(person && { person }) },
  };
  return (
    <section className="mb-6 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <DoctorLine doctor={doctor} />
      <p className="my-3 font-semibold">
        {m.booking_offered_time({ when: visitWhen({ startsAt: at, time }) })}
      </p>
      <LinkButton to={paths.confirmBooking} state={choice}>
        {m.booking_offered_take()}
      </LinkButton>
    </section>
  );
}

/** Follow-ups that doctors proposed, each with three free slots. */
function Proposals({ userId }: { userId: string }) {
  const proposals = useQuery(proposalsQuery(userId));
  return (
    <OfferList offers={proposals} missing={m.proposal_load_failed()}>
      {(proposal, onAnswered) => <ProposalCard userId={userId} proposal={proposal} onAnswered={onAnswered} />}
    </OfferList>
  );
}

interface ProposalCardProps {
  userId: string;
  proposal: Proposal;
  onAnswered: () => void;
}

function ProposalCard({ userId, proposal, onAnswered }: ProposalCardProps) {
  const take = useAcceptProposal(userId);
  const decline = useDeclineProposal(userId);
  const { _id: id, doctorId: doctor, day, patient_name: name, withoutFee } = proposal;
  return (
    <OfferCard
      icon={CalendarHeart}
      title={m.proposal_title({ doctor: doctorTitle(doctor), day: dateLabel(day) })}
      text={
        <>
          {m.proposal_for({ name })}
          {withoutFee && ` · ${m.proposal_without_fee()}`}
        </>
      }
    >
      {(heading) => (
        <>
          <ProposedSlots
            proposal={proposal}
            heading={heading}
            taken={take.isPending ? take.variables : undefined}
            isDisabled={decline.isPending}
            onTake={(slot) => take.mutate({ id, ...slot }, { onSuccess: onAnswered })}
          />
          <div className="mt-3">
            <Button
              tone="quiet"
              describedBy={heading}
              isPending={decline.isPending}
              isDisabled={take.isPending}
              onPress={() => decline.mutate(id, { onSuccess: onAnswered })}
            >
              {m.offer_decline()}
            </Button>
          </div>
        </>
      )}
    </OfferCard>
  );
}
