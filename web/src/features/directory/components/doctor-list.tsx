import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX, X } from "lucide-react";
import { useDeferredValue } from "react";
import { useDistrictName } from "../../../api/reference";
import { Button } from "../../../components/button";
import { LinkButton } from "../../../components/links";
import { LoadedList } from "../../../components/loaded";
import { Waiting } from "../../../components/waiting";
import { useHydrated } from "../../../lib/hydrated";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { type FoundDoctor, findDoctorsQuery } from "../api/find";
import { doctorsAvailable } from "../doctor-texts";
import type { DoctorFilters } from "../filters";
import { DoctorCard } from "./doctor-card";
import { DoctorCardSkeleton } from "./doctor-card-skeleton";

interface DoctorListProps {
  filters: DoctorFilters;
  isFiltered: boolean;
  onBook: (doctor: FoundDoctor) => void;
  /** Somebody is about to press that. */
  onIntent: (doctor: FoundDoctor) => void;
  onClear: () => void;
}

const gridLook = "mt-4 grid gap-4 transition-opacity md:gap-5 lg:grid-cols-2";

export function DoctorList({ filters, isFiltered, onBook, onIntent, onClear }: DoctorListProps) {
  const hydrated = useHydrated();
  const found = useInfiniteQuery({ ...findDoctorsQuery(filters), enabled: hydrated });
  // A dozen cards at once would hold a phone up; deferred, React draws them in slices.
  const data = useDeferredValue(found.data);
  const nameOf = useDistrictName();
  return (
    <div className="mt-6">
      <LoadedList
        isAutomatic
        heading="h2"
        load={{ ...found, data }}
        waiting={<CardsWaiting />}
        above={(total) => (
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
            <h2 aria-live="polite" className="text-2xl font-bold">
              {doctorsAvailable(total)}
            </h2>
            {isFiltered && total > 0 && (
              <Button tone="quiet" onPress={onClear}>
                <X aria-hidden className="size-5 shrink-0" />
                {m.find_clear()}
              </Button>
            )}
          </div>
        )}
        none={{
          icon: SearchX,
          title: m.find_empty_title(),
          text: m.find_empty_text(),
          children: (
            <>
              {isFiltered && <Button onPress={onClear}>{m.find_clear()}</Button>}
              <LinkButton tone={isFiltered ? "quiet" : "brand"} to={paths.category}>
                {m.see_specialities()}
              </LinkButton>
            </>
          ),
        }}
      >
        {(doctors, isBusy) => (
          <ul aria-busy={isBusy} className={`${gridLook} ${isBusy ? "opacity-60" : ""}`}>
            {doctors.map((doctor) => (
              <li key={doctor._id}>
                <DoctorCard
                  doctor={doctor}
                  district={nameOf(doctor.district)}
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

/** As many as the first answer brings. */
const waitingPlaces = [1, 2, 3, 4, 5, 6];

function CardsWaiting() {
  return (
    <Waiting line="h-11 w-72" className={gridLook}>
      {waitingPlaces.map((place) => (
        <DoctorCardSkeleton key={place} />
      ))}
    </Waiting>
  );
}
