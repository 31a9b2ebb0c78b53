/** A doctor's requests, and beside them the approved visits still to come. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { DataTableSkeleton } from "../../../components/data-table-skeleton";
import { Loaded } from "../../../components/loaded";
import { idOf } from "../../../lib/session";
import { m } from "../../../paraglide/messages";
import { pendingBookingsQuery, upcomingVisitsQuery } from "../api/doctor";
import { anyBookingFilter, matching } from "../booking-filters";
import { ApprovedVisits } from "../components/approved-visits";
import { BookingSearch } from "../components/booking-search";
import { RequestTable } from "../components/request-table";
import { withDecisions } from "../decisions";
import { useBookingFilters } from "../use-booking-filters";
import { useDecisions } from "../use-decisions";

export function Page({ title }: { title: string }) {
  const docId = idOf("doctor") ?? "";
  const { filters, setFilters, clear } = useBookingFilters();
  const pending = useQuery(pendingBookingsQuery(docId));
  const upcoming = useQuery(upcomingVisitsQuery(docId));
  const decisions = useDecisions(docId);
  const lists = withDecisions({ pending: pending.data ?? [], upcoming: upcoming.data ?? [] }, decisions.open);
  const search = { isFiltered: anyBookingFilter(filters), onClear: clear };

  return (
    <div className="mx-auto max-w-screen-2xl">
      <h1 className="text-3xl font-bold max-sm:lang-ml:text-2xl">{title}</h1>
      <BookingSearch filters={filters} onChange={setFilters} />
      <div className="mt-8 grid grid-cols-1 items-start gap-8 min-[1840px]:grid-cols-[1.6fr_1fr]">
        <Section title={m.clinic_requests()} count={pending.data && lists.pending.length}>
          <Loaded load={pending} waiting={<DataTableSkeleton />}>
            {() => (
              <RequestTable
                requests={matching(lists.pending, filters)}
                onDecide={decisions.decide}
                {...search}
                isFiltered={search.isFiltered && lists.pending.length > 0}
              />
            )}
          </Loaded>
        </Section>
        <Section title={m.clinic_visits()} count={upcoming.data && lists.upcoming.length}>
          <Loaded load={upcoming} waiting={<DataTableSkeleton />}>
            {() => (
              <ApprovedVisits
                docId={docId}
                visits={matching(lists.upcoming, filters)}
                {...search}
                isFiltered={search.isFiltered && lists.upcoming.length > 0}
              />
            )}
          </Loaded>
        </Section>
      </div>
    </div>
  );
}

function Section({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="min-w-0">
      <div className="mb-4 flex items-center gap-3">
        <h2 id={heading} className="text-2xl font-bold">
          {title}
        </h2>
        {count !== undefined && (
          <span className="rounded-full bg-brand-soft px-3 py-0.5 font-semibold text-brand-ink">{count}</span>
        )}
      </div>
      {children}
    </section>
  );
}
