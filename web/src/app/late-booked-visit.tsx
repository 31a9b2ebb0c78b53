/** The booking of `?booked=` on top of a page that needs no data of its own: it is downloaded only where there is one. */
import { Late } from "../components/late";
import { useFilters } from "../lib/address";
import { download } from "../lib/download";
import { useHydrated } from "../lib/hydrated";
import { useOwnId } from "../lib/session";

const part = download(() => import("./booked-visit-scope"));

const booked = { booked: {} };

export function LateBookedVisit() {
  const hydrated = useHydrated();
  const { filters, clear } = useFilters(booked);
  const userId = useOwnId("user");
  if (!hydrated || !filters.booked || userId === null) return null;
  return (
    <Late part={part}>
      {({ BookedVisitScope }) => (
        <BookedVisitScope key={filters.booked} userId={userId} id={filters.booked} onClose={clear} />
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
    <Late part={part}>{({ VisitsTodayScope }) => <VisitsTodayScope key={userId} userId={userId} />}</Late>
  );
}
