import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX, X } from "lucide-react";
import { type ReactNode, useDeferredValue } from "react";
import { useDistrictName } from "../../../api/reference";
import { Button } from "../../../components/button";
import { EmptyState } from "../../../components/empty-state";
import { LinkButton } from "../../../components/links";
import { Loaded } from "../../../components/loaded";
import { MoreBelow } from "../../../components/more-below";
import { useHydrated } from "../../../lib/hydrated";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { type FoundDoctor, findDoctorsQuery } from "../api/find";
import { doctorsAvailable } from "../doctor-texts";
import { anyFilter, type Filters } from "../filters";
import { DoctorCard } from "./doctor-card";
import { DoctorCardSkeleton } from "./doctor-card-skeleton";

interface DoctorListProps {
  filters: Filters;
  onBook: (doctor: FoundDoctor) => void;
  onClear: () => void;
}

export function DoctorList({ filters, onBook, onClear }: DoctorListProps) {
  const hydrated = useHydrated();
  const found = useInfiniteQuery({ ...findDoctorsQuery(filters), enabled: hydrated });
  // A dozen cards at once would hold a phone up; deferred, React draws them in slices.
  const data = useDeferredValue(found.data);
  const nameOf = useDistrictName();
  return (
    <div className="mt-6">
      <Loaded heading="h2" load={{ ...found, data }} waiting={<Waiting />}>
        {({ pages }) => {
          const doctors = pages.flatMap(({ data }) => data);
          return (
            <>
              <div className={headingLook}>
                <h2 aria-live="polite" className="text-2xl font-bold">
                  {doctorsAvailable(pages[0]?.total ?? 0)}
                </h2>
                {anyFilter(filters) && doctors.length > 0 && (
                  <Button tone="quiet" onPress={onClear}>
                    <X aria-hidden className="size-5 shrink-0" />
                    {m.find_clear()}
                  </Button>
                )}
              </div>
              {doctors.length === 0 ? (
                <NoDoctors filtered={anyFilter(filters)} onClear={onClear} />
              ) : (
                <Grid busy={found.isPlaceholderData}>
                  {doctors.map((doctor) => (
                    <li key={doctor._id}>
                      <DoctorCard doctor={doctor} district={nameOf(doctor.district)} onBook={onBook} />
                    </li>
                  ))}
                </Grid>
              )}
              <MoreBelow isAutomatic list={found} />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

const headingLook = "flex min-h-11 flex-wrap items-center justify-between gap-3";

function Grid({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <ul
      aria-busy={busy}
      className={`mt-4 grid gap-4 transition-opacity md:gap-5 lg:grid-cols-2 ${busy ? "opacity-60" : ""}`}
    >
      {children}
    </ul>
  );
}

/** As many as the first answer brings. */
const waitingPlaces = [1, 2, 3, 4, 5, 6];

function Waiting() {
  return (
    <div role="status" className="animate-pulse">
      <span className="sr-only">{m.loading()}</span>
      <div className={headingLook}>
        <div className="h-[1lh] w-72 max-w-full rounded-control bg-line" />
      </div>
      <Grid busy={false}>
        {waitingPlaces.map((place) => (
          <li key={place}>
            <DoctorCardSkeleton />
          </li>
        ))}
      </Grid>
    </div>
  );
}

function NoDoctors({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      heading="h2"
      icon={<SearchX aria-hidden className="size-9" />}
      title={m.find_empty_title()}
      text={m.find_empty_text()}
    >
      {filtered && <Button onPress={onClear}>{m.find_clear()}</Button>}
      <LinkButton tone={filtered ? "quiet" : "brand"} to={paths.category}>
        {m.see_specialities()}
      </LinkButton>
    </EmptyState>
  );
}
