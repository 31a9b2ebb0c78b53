/**
 * Own bookings on top of static pages: the booking of `?booked=`, and today's visits. Loaded with the area of the own bookings,
 * and only for signed-in patients.
 */
import { LazyComponent } from "../../components/lazy-component";
import { useFilters } from "../../lib/address";
import { useHydrated } from "../../lib/hydrated";
import { lazyModule } from "../../lib/lazy-module";
import { useOwnId } from "../../lib/session";

const part = lazyModule(() => import("./own-bookings"));

const booked = { booked: {} };

export function LazyBookedVisit() {
  const hydrated = useHydrated();
  const { filters, clear } = useFilters(booked);
  const userId = useOwnId("user");
  if (!hydrated || !filters.booked || userId === null) return null;
  return (
    <LazyComponent module={part}>
      {({ parts: { BookedVisit, QueryScope } }) => (
        <QueryScope>
          <BookedVisit key={filters.booked} userId={userId} id={filters.booked} onClose={clear} />
        </QueryScope>
      )}
    </LazyComponent>
  );
}

/** The confirmation of a new donor is shown instead. */
const registered = { donor: {} };

/** Today's visits of the signed-in patient, on the first page. */
export function LazyVisitsToday() {
  const userId = useOwnId("user");
  const { filters } = useFilters(registered);
  if (userId === null || filters.donor) return null;
  return (
    <LazyComponent module={part}>
      {({ parts: { VisitsToday, QueryScope } }) => (
        <QueryScope>
          <VisitsToday key={userId} userId={userId} />
        </QueryScope>
      )}
    </LazyComponent>
  );
}
