import { useInfiniteQuery } from "@tanstack/react-query";
import { CalendarDays, CalendarX, FunnelX, Hospital, MapPin, Phone, SearchX } from "lucide-react";
import { memo, useDeferredValue, useId, useRef } from "react";
import { Link } from "react-router";
import { useDistrictName } from "../../../api/reference";
import { Avatar } from "../../../components/avatar";
import { Button } from "../../../components/button";
import { cardLook } from "../../../components/card";
import { LinkButton } from "../../../components/links";
import { LoadedList } from "../../../components/loaded";
import { NoBookingFees } from "../../../components/no-booking-fees";
import { Skeleton } from "../../../components/skeletons";
import { useHydrated } from "../../../lib/hydrated";
import { rupees } from "../../../lib/money";
import { doctorPageOf, paths } from "../../../lib/paths";
import { specialityLabel } from "../../../lib/specialities";
import { dateLabel, dayOf, timeLabel } from "../../../lib/visit-time";
import {
  doctorTitle,
  experienceText,
  inLanguage,
  isByPhone,
  placeName,
  visitPlace,
} from "../../../lib/words";
import { m } from "../../../messages";
import { type FoundDoctor, findDoctorsQuery } from "../api";
import type { DoctorFilters } from "../filters";
import { bookLabel, feeText } from "../places";

interface DoctorListProps {
  filters: DoctorFilters;
  isFiltered: boolean;
  onBook: (doctor: FoundDoctor, time?: string) => void;
  onIntent: (doctor: FoundDoctor) => void;
  onChange: (changed: Partial<DoctorFilters>) => void;
  onClear: () => void;
}

const gridLook = "grid gap-4 transition-opacity md:gap-5 lg:grid-cols-2";

export function DoctorList(props: DoctorListProps) {
  const { filters, isFiltered, onBook, onIntent } = props;
  const hydrated = useHydrated();
  const found = useInfiniteQuery({ ...findDoctorsQuery(filters), enabled: hydrated });
  // Deferred: React renders the cards in slices, so that phones stay responsive.
  const data = useDeferredValue(found.data);
  const nameOf = useDistrictName();
  const count = useRef<HTMLHeadingElement>(null);
  /** The pressed button is removed: the focus moves to the count. */
  function change(changed: Partial<DoctorFilters>): void {
    props.onChange(changed);
    count.current?.focus();
  }
  function clear(): void {
    props.onClear();
    count.current?.focus();
  }
  const slotLabel = asksForTime(filters) ? m.doctor_slot_at_time() : m.doctor_next_slot();
  return (
    <div className="mt-6">
      <LoadedList
        isAutomatic
        heading="h2"
        load={{ ...found, data }}
        fallback={<CardsSkeleton />}
        above={(total) => (
          <div className="mb-4 flex min-h-11 items-center justify-between gap-3">
            <h2 ref={count} tabIndex={-1} aria-live="polite" className="text-xl font-bold sm:text-2xl">
              {doctorsAvailable(total)}
            </h2>
            {isFiltered && total > 0 && (
              <Button tone="quiet" onPress={clear}>
                <FunnelX aria-hidden className="size-5 shrink-0" />
                <span className="max-sm:sr-only">{m.find_clear()}</span>
              </Button>
            )}
          </div>
        )}
        none={asksForTime(filters) ? nobodyThen(filters, change, clear) : nobody(isFiltered, clear)}
      >
        {(doctors, isBusy) => (
          <ul aria-busy={isBusy} className={`${gridLook} ${isBusy ? "opacity-60" : ""}`}>
            {doctors.map((doctor) => (
              <li key={doctor._id}>
                <DoctorCard
                  doctor={doctor}
                  district={nameOf(doctor.district)}
                  slotLabel={slotLabel}
                  mode={filters.mode}
                  onBook={onBook}
                  onIntent={onIntent}
                />
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
    </div>
  );
}

const asksForTime = ({ when, from }: DoctorFilters) => when !== "" || from !== "";

function nobody(isFiltered: boolean, onClear: () => void) {
  return {
    icon: SearchX,
    title: m.find_empty_title(),
    text: m.find_empty_text(),
    children: (
      <>
        {isFiltered && <Button onPress={onClear}>{m.find_clear()}</Button>}
        <LinkButton tone={isFiltered ? "quiet" : "brand"} to={paths.category}>
          {m.nav_specialities()}
        </LinkButton>
      </>
    ),
  };
}

/** No results: each button removes one filter. */
function nobodyThen(
  { when, from, district }: DoctorFilters,
  onChange: DoctorListProps["onChange"],
  onClear: () => void,
) {
  return {
    icon: CalendarX,
    title: m.find_busy_title(),
    text: m.find_busy_text(),
    children: (
      <>
        {when && (
          <Button tone="soft" onPress={() => onChange({ when: "" })}>
            {m.find_any_day()}
          </Button>
        )}
        {from && (
          <Button tone="soft" onPress={() => onChange({ from: "" })}>
            {m.find_any_time()}
          </Button>
        )}
        {district && (
          <Button tone="soft" onPress={() => onChange({ district: "" })}>
            {m.find_district_all()}
          </Button>
        )}
        <Button tone="quiet" onPress={onClear}>
          {m.find_clear()}
        </Button>
      </>
    ),
  };
}

const skeletonKeys = [1, 2, 3, 4, 5, 6];

function CardsSkeleton() {
  return (
    <Skeleton line="mb-4 h-11 w-72" className={gridLook}>
      {skeletonKeys.map((place) => (
        <DoctorCardSkeleton key={place} />
      ))}
    </Skeleton>
  );
}

interface DoctorCardProps {
  doctor: FoundDoctor;
  /** The district in the language of the page. */
  district: string;
  /** The label of the free slot. */
  slotLabel: string;
  /** The kind of slots that is searched; the empty text for both. */
  mode: string;
  onBook: (doctor: FoundDoctor, time?: string) => void;
  onIntent: (doctor: FoundDoctor) => void;
}

/** Memoized: lists have many. */
const DoctorCard = memo(function DoctorCard(props: DoctorCardProps) {
  const { doctor, district, slotLabel, mode, onBook, onIntent } = props;
  const heading = useId();
  const when = useId();
  // An instance of an older version does not send the times.
  const { nextSlot, nextTimes = [], places, sessions, phoneFee } = doctor;
  const isCall = phoneFee != null && isByPhone({ mode });
  const isAtClinic =
    sessions.length === 0 || sessions.some((session) => !session.place && !isByPhone(session));
  return (
    <article aria-labelledby={heading} className={cardLook}>
      {/* The whole upper part links to the doctor's page: the link covers it. */}
      <div className="relative mb-2 flex flex-wrap gap-4">
        <Avatar name={doctor.full_Name} image={doctor.Image} size="large" />
        <div className="min-w-0 flex-1 basis-36 wrap-anywhere">
          <h3 id={heading} className="text-lg font-bold">
            <Link
              to={doctorPageOf(doctor._id)}
              className="underline decoration-line underline-offset-4 after:absolute after:inset-0 after:rounded-control hover:decoration-current"
            >
              {doctorTitle(doctor)}
            </Link>
          </h3>
          <p className="font-semibold text-brand-ink">{specialityLabel(doctor.specialization)}</p>
          <p className="text-muted">{experienceText(doctor.experience)}</p>
          <p className="text-sm text-muted">{m.doctor_registration({ number: doctor.doctor_ID })}</p>
        </div>
      </div>
      {isAtClinic && (
        <p className="mt-2 flex gap-2">
          <MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
          <span className="min-w-0 wrap-anywhere">
            {`${inLanguage(doctor.consultation_Address, doctor.addressMl)}, ${district}`}
          </span>
        </p>
      )}
      {places.map((place) => (
        <p key={place._id} className="mt-2 flex gap-2">
          <Hospital aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
          <span className="min-w-0 wrap-anywhere">{placeName(place)}</span>
        </p>
      ))}
      {phoneFee != null && !isCall && (
        <p className="mt-2 flex gap-2">
          <Phone aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
          <span className="min-w-0 wrap-anywhere">{m.doctor_phone_fee({ fee: rupees(phoneFee) })}</span>
        </p>
      )}
      <div className="mt-2 mb-4 flex gap-2">
        <CalendarDays aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
        <div className="min-w-0 flex-1">
          <p id={when}>
            <span className="text-muted">{`${slotLabel}: `}</span>
            <span className="font-semibold">
              {nextSlot ? dateLabel(dayOf(nextSlot.startsAt)) : m.doctor_no_slot()}
            </span>
            {nextSlot && (places.length > 0 || phoneFee != null) && (
              <span className="block wrap-anywhere">
                {visitPlace({ mode: nextSlot.mode, place: places.find(({ _id }) => _id === nextSlot.place) })}
              </span>
            )}
          </p>
          {nextTimes.length > 0 && (
            <div className="mt-2 flex flex-wrap gap-2">
              {nextTimes.map((time) => (
                <Button
                  key={time}
                  tone="soft"
                  describedBy={`${heading} ${when}`}
                  onIntent={() => onIntent(doctor)}
                  onPress={() => onBook(doctor, time)}
                >
                  {timeLabel(time)}
                </Button>
              ))}
            </div>
          )}
        </div>
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <p>
          <span className="block text-sm text-muted">{m.doctor_fee()}</span>
          <span className="text-xl font-bold">{isCall ? rupees(phoneFee) : feeText(doctor)}</span>
        </p>
        <div className="flex flex-col items-stretch gap-1 max-sm:w-full">
          <Button describedBy={heading} onIntent={() => onIntent(doctor)} onPress={() => onBook(doctor)}>
            {bookLabel(doctor, mode)}
          </Button>
          <NoBookingFees />
        </div>
      </div>
    </article>
  );
});

/** A skeleton as tall as a card. The list pulses as a whole, which is cheaper on phones. */
function DoctorCardSkeleton() {
  return (
    <div aria-hidden className={cardLook}>
      <div className="flex gap-4">
        <div className="size-24 shrink-0 rounded-control bg-line sm:size-28" />
        <div className="flex-1">
          <Line look="text-lg" width="w-3/5" />
          <Line look="" width="w-2/5" />
          <Line look="" width="w-1/2" />
          <Line look="text-sm" width="w-2/5" />
        </div>
      </div>
      <div className="mt-4">
        <Line look="" width="w-4/5" />
      </div>
      <div className="mt-2 mb-4">
        <Line look="" width="w-3/5" />
        <div className="mt-2 h-11 w-3/4 rounded-control bg-line" />
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <div className="w-28">
          <Line look="text-sm" width="w-full" />
          <Line look="text-xl" width="w-1/2" />
        </div>
        <div className="flex flex-col gap-1 max-sm:w-full sm:w-48">
          <div className="h-11 rounded-control bg-line" />
          <Line look="text-sm" width="mx-auto w-1/2" />
        </div>
      </div>
    </div>
  );
}

/** One line of text of that size, drawn as a bar in its middle. */
function Line({ look, width }: { look: string; width: string }) {
  return (
    <div className={`flex h-[1lh] items-center ${look}`}>
      <div className={`h-3 ${width} rounded-full bg-line`} />
    </div>
  );
}

/** The heading of the list. From 25 on it is "25+", as specified. */
export function doctorsAvailable(total: number): string {
  return total >= 25 ? m.find_count_25_plus() : m.find_count({ count: total });
}
