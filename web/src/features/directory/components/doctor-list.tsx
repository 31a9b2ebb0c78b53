import { useInfiniteQuery } from "@tanstack/react-query";
import { CalendarX, FunnelX, SearchX } from "lucide-react";
import { useDeferredValue, useRef } from "react";
import { useDistrictName } from "../../../api/reference";
import { Button } from "../../../components/button";
import { LinkButton } from "../../../components/links";
import { LoadedList } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { useHydrated } from "../../../lib/hydrated";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { type FoundDoctor, findDoctorsQuery } from "../api";
import type { DoctorFilters } from "../filters";
import { DoctorCard, DoctorCardSkeleton, doctorsAvailable } from "./doctor-card";

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
