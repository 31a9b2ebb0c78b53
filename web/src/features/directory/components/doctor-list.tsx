import { useInfiniteQuery } from "@tanstack/react-query";
import { FunnelX, SearchX } from "lucide-react";
import { useDeferredValue, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useDistrictName } from "../../../api/reference";
import { Button } from "../../../components/button";
import { LinkButton } from "../../../components/links";
import { LoadedList } from "../../../components/loaded";
import { NextPageLink } from "../../../components/next-page-link";
import { Skeleton } from "../../../components/skeletons";
import { useHydrated } from "../../../lib/hydrated";
import { paths } from "../../../lib/paths";
import { view } from "../../../lib/template";
import { m } from "../../../messages";
import { type FoundDoctor, findDoctorsQuery } from "../api";
import type { DoctorFilters } from "../filters";
import { DoctorCard, DoctorCardSkeleton } from "./doctor-card";

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
  const { pathname, search } = useLocation();
  const found = useInfiniteQuery({ ...findDoctorsQuery(filters, pathname + search), enabled: hydrated });
  // Deferred: React renders the cards in slices, so that phones stay responsive.
  const data = useDeferredValue(found.data);
  const nameOf = useDistrictName();
  useIntentOnFirst(found.data?.pages[0]?.data, onIntent);
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
  const isAtTime = asksForTime(filters);
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
            {hydrated && isFiltered && total > 0 && (
              <Button tone="quiet" onPress={clear}>
                <FunnelX aria-hidden className="size-5 shrink-0" />
                <span className="max-sm:sr-only">{m.find_clear()}</span>
              </Button>
            )}
          </div>
        )}
        none={{
          icon: SearchX,
          ...noDoctor(isAtTime),
          // Not in the HTML: without scripts the buttons would do nothing.
          children:
            hydrated && (isAtTime ? actionsAtTime(filters, change, clear) : actions(isFiltered, clear)),
        }}
      >
        {(doctors, isBusy) => (
          <ul aria-busy={isBusy} className={`${gridLook} ${isBusy ? "opacity-60" : ""}`}>
            {doctors.map((doctor) => (
              <li key={doctor._id}>
                <DoctorCard
                  doctor={doctor}
                  district={nameOf(doctor.district)}
                  isAtTime={isAtTime}
                  mode={filters.mode}
                  onBook={onBook}
                  onIntent={onIntent}
                />
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
      <NextPageLink />
    </div>
  );
}

/** Long enough for the page's own downloads. */
const READING_TIME_MS = 2_500;
const STEP_MS = 250;

/** Prefetches the slots of the first doctors one after the other while the list is read, as pointing at their buttons does. */
function useIntentOnFirst(
  first: readonly FoundDoctor[] | undefined,
  onIntent: DoctorListProps["onIntent"],
): void {
  useEffect(() => {
    const timers = first?.map((doctor, place) =>
      window.setTimeout(() => onIntent(doctor), READING_TIME_MS + place * STEP_MS),
    );
    return () => {
      for (const timer of timers ?? []) window.clearTimeout(timer);
    };
  }, [first, onIntent]);
}

const asksForTime = ({ when, from }: DoctorFilters) => when !== "" || from !== "";

export const noDoctor = view((isAtTime: boolean) =>
  isAtTime
    ? { title: m.find_busy_title(), text: m.find_busy_text() }
    : { title: m.find_empty_title(), text: m.find_empty_text() },
);

function actions(isFiltered: boolean, onClear: () => void) {
  return (
    <>
      {isFiltered && <Button onPress={onClear}>{m.find_clear()}</Button>}
      <LinkButton tone={isFiltered ? "quiet" : "brand"} to={paths.category}>
        {m.nav_specialities()}
      </LinkButton>
    </>
  );
}

/** Each button removes one filter. */
function actionsAtTime(
  { when, from, district }: DoctorFilters,
  onChange: DoctorListProps["onChange"],
  onClear: () => void,
) {
  return (
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
  );
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

/** The heading of the list. From 25 on it is "25+", as specified. */
export const doctorsAvailable = view((total: number): string =>
  total >= 25 ? m.find_count_25_plus() : m.find_count({ count: total }),
);
