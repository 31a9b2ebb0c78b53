/**
 * Own bookings on top of pages that need no data themselves: the booking of `?booked=`, and the visits of today. They come
 * with the download of the own bookings, and only where there is somebody to show them to.
 */
import { Late } from "../components/late";
import { useFilters } from "../lib/address";
import { download } from "../lib/download";
import { useHydrated } from "../lib/hydrated";
import { useOwnId } from "../lib/session";

const part = download(() => import("./areas/own-bookings"));

const booked = { booked: {} };

export function LateBookedVisit() {
  const hydrated = useHydrated();
  const { filters, clear } = useFilters(booked);
  const userId = useOwnId("user");
  if (!hydrated || !filters.booked || userId === null) return null;
  return (
    <Late part={part}>
      {({ parts: { BookedVisit, QueryScope } }) => (
        <QueryScope>
          <BookedVisit key={filters.booked} userId={userId} id={filters.booked} onClose={clear} />
        </QueryScope>
      )}
    </Late>
  );
}

/** Who just registered as a donor reads that first. */
const registered = { donor: {} };

/** Today's visits of who is signed in, on top of the first page. */
export function LateVisitsToday() {
  const userId = useOwnId("user");
  const { filters } = useFilters(registered);
  if (userId === null || filters.donor) return null;
  return (
    <Late part={part}>
      {({ parts: { VisitsToday, QueryScope } }) => (
        <QueryScope>
          <VisitsToday key={userId} userId={userId} />
        </QueryScope>
      )}
    </Late>
  );
}
