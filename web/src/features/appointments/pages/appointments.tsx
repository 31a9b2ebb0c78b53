/** /doctor/appointments: open requests and upcoming visits. The desk shows the same lists for each doctor. */

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { TextLink } from "../../../components/links";
import { ListHeading } from "../../../components/list-heading";
import { Loaded } from "../../../components/loaded";
import { TableSkeleton } from "../../../components/skeletons";
import { useFilters } from "../../../lib/address";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import {
  type Decision,
  type DeskScope,
  ownScope,
  pendingBookingsQuery,
  todayQuery,
  upcomingVisitsQuery,
  useDecide,
} from "../api";
import { bookingParams, matching, soonestFirst, withDecisions } from "../booking-lists";
import { BookingSearch } from "../booking-table";
import { BookForCaller } from "../desk-booking/book-sheet";
import { Requests } from "../requests";
import { SessionMoves } from "../session-moves/session-moves";
import { Visits } from "../visits";

export function Page({ title }: { title: string }) {
  return (
    <div className="mx-auto max-w-screen-2xl">
      <ListHeading title={title}>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <TextLink to={paths.doctorFollowUps}>{m.follow_up_list_title()}</TextLink>
          <TextLink to={paths.doctorSchedule}>{m.approval_title()}</TextLink>
          <BookForCaller at={ownScope()} />
        </div>
      </ListHeading>
      <Appointments at={ownScope()} />
    </div>
  );
}

export function Appointments({ at }: { at: DeskScope }) {
  const search = useFilters(bookingParams);
  const pending = useQuery(pendingBookingsQuery(at));
  const upcoming = useQuery(upcomingVisitsQuery(at));
  const today = useQuery(todayQuery(at));
  const walkIns = (today.data?.comers ?? []).filter(
    ({ walkIn, time, attendance }) => walkIn && !time && attendance === "arrived",
  );
  const decisions = useDecisions(at);
  const lists = withDecisions({ pending: pending.data ?? [], upcoming: upcoming.data ?? [] }, decisions.open);
  const searchOf = (list: readonly unknown[]) => ({
    isFiltered: search.isFiltered && list.length > 0,
    noMatch: m.clinic_no_match_text(),
    onClear: search.clear,
  });

  return (
    <>
      <SessionMoves at={at} />
      <BookingSearch />
      <div className="mt-8 grid grid-cols-1 items-start gap-8 min-[1840px]:grid-cols-[1.6fr_1fr]">
        <Section title={m.clinic_requests()} count={pending.data && lists.pending.length}>
          <Loaded load={pending} fallback={<TableSkeleton />}>
            {() => (
              <Requests
                docId={at.docId}
                requests={soonestFirst(matching(lists.pending, search.filters))}
                search={searchOf(lists.pending)}
                onDecide={decisions.decide}
              />
            )}
          </Loaded>
        </Section>
        <Section title={m.clinic_visits()} count={upcoming.data && lists.upcoming.length}>
          <Loaded load={upcoming} fallback={<TableSkeleton />}>
            {() => (
              <Visits
                at={at}
                walkIns={search.isFiltered ? [] : walkIns}
                today={today.data?.now.slice(0, 10) ?? ""}
                visits={matching(lists.upcoming, search.filters)}
                search={searchOf(lists.upcoming)}
              />
            )}
          </Loaded>
        </Section>
      </div>
    </>
  );
}

/** Decisions that the server has not confirmed yet, shown at once, and how to decide. */
function useDecisions(at: DeskScope) {
  const [open, setOpen] = useState<readonly Decision[]>([]);
  const { mutateAsync } = useDecide(at);

  async function decide(decision: Decision): Promise<void> {
    setOpen((decisions) => [...decisions, decision]);
    try {
      await mutateAsync(decision);
    } finally {
      setOpen((decisions) => decisions.filter((other) => other !== decision));
    }
  }

  return { open, decide };
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
          <span className="shrink-0 rounded-full bg-brand-soft px-3 py-0.5 font-semibold text-brand-ink">
            {count}
          </span>
        )}
      </div>
      {children}
    </section>
  );
}
