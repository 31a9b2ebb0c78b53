/** /doctor/today and /desk/today: the day's queue by presence. */

import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, CloudOff, Printer, UserRoundPlus } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { Button } from "../../../components/button";
import { TextLink } from "../../../components/links";
import { ListHeading } from "../../../components/list-heading";
import { Found, Loaded } from "../../../components/loaded";
import { PhoneLink } from "../../../components/phone-link";
import { TableSkeleton } from "../../../components/skeletons";
import { PhonePatient } from "../../../components/visit";
import { indiaTime } from "../../../lib/india-time";
import { paths } from "../../../lib/paths";
import { useTick } from "../../../lib/server-clock";
import { dateLabel, dayOf, timeLabel } from "../../../lib/visit-time";
import { isByPhone, sessionName } from "../../../lib/words";
import { m } from "../../../messages";
import {
  type DeskScope,
  type DoctorBooking,
  ownScope,
  pendingBookingsQuery,
  type Today,
  todayQuery,
  useDecide,
} from "../../appointments/api";
import { DaySheet, queueRows } from "../../appointments/day-sheet";
import { BookForCaller } from "../../appointments/desk-booking/book-sheet";
import { MoveSession } from "../../appointments/session-moves/move-session-sheet";
import { SessionMoves } from "../../appointments/session-moves/session-moves";
import { DoorCode } from "../../door/door-code";
import { useNextDay } from "../api";
import { DeskFrame } from "../desk-frame";
import { CallRow } from "../today/call-row";
import { DayTools } from "../today/day-tools";
import { type Group, groupsOf, type Presence, useHeldGroups, useMarking } from "../today/groups";
import { NowBar, QueueRow } from "../today/queue-row";
import { WalkInDialog } from "../today/walk-in-dialog";

export function Page({ title }: { title: string }) {
  return (
    <div className="mx-auto max-w-screen-2xl">
      <RunDay title={title} at={ownScope()} />
    </div>
  );
}

export function RunDay({ title, at }: { title: string; at: DeskScope }) {
  const load = useQuery(todayQuery(at));
  return (
    <Loaded load={load} fallback={<TableSkeleton />}>
      {(day) => <Day title={title} at={at} day={day} answeredAt={load.dataUpdatedAt} />}
    </Loaded>
  );
}

/** Ignores the second click of a double click: the row may be another patient's by then. */
function refuseSecondClick(event: MouseEvent): void {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

interface DayProps {
  title: string;
  at: DeskScope;
  day: Today;
  answeredAt: number;
}

function Day({ title, at, day, answeredAt }: DayProps) {
  const [isAdding, setAdding] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const { time, staleSince } = useClinicClock(at, { now: day.now, answeredAt });
  const marking = useMarking(day);
  const { groups, hold } = useHeldGroups(groupsOf(day));
  const today = day.now.slice(0, 10);
  const none = {
    icon: CalendarCheck,
    title: m.queue_none_title(),
    text: m.queue_none_text(),
  };
  return (
    <>
      <ListHeading title={m.queue_title({ title, date: dateLabel(today) })}>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-auto">
          <Button tone="quiet" onPress={() => setPrinting(true)}>
            <Printer aria-hidden className="size-5 shrink-0" />
            {m.action_print()}
          </Button>
          <MoveSession at={at} day={today} visits={visitsAhead(day)} />
          <BookForCaller at={at} />
          <Button onPress={() => setAdding(true)}>
            <UserRoundPlus aria-hidden className="size-5 shrink-0" />
            {m.queue_walk_in()}
          </Button>
        </div>
      </ListHeading>
      {staleSince !== undefined && <Stale since={staleSince} />}
      {/* An older server sends none. */}
      {day.door && <DoorCode codes={day.door} answeredAt={answeredAt} />}
      <TodayRequests at={at} today={today} />
      <div onClickCapture={refuseSecondClick}>
        {day.comers.some((entry) => !isByPhone(entry)) && <NowBar at={at} day={day} marking={marking} />}
        <div className="mt-6" onPointerMove={hold} onPointerDown={hold}>
          <Found rows={groups} none={none} heading="h2">
            {(rows) => (
              <>
                {bySession(day, rows).map(({ heading, groups }) => (
                  <section key={heading ?? title} className="mt-6 first:mt-0">
                    {heading && <h2 className="mb-3 text-lg font-bold wrap-anywhere">{heading}</h2>}
                    {groups.map((group) => (
                      <GroupList
                        key={group.presence}
                        at={at}
                        day={day}
                        group={group}
                        now={time}
                        marking={marking}
                        session={heading}
                      />
                    ))}
                  </section>
                ))}
              </>
            )}
          </Found>
        </div>
      </div>
      <SessionMoves at={at} />
      <DayTools at={at} day={day} />
      {isPrinting && <DaySheet at={at} day={today} rows={queueRows(day)} onDone={() => setPrinting(false)} />}
      {isAdding && <WalkInDialog at={at} day={day} onClose={() => setAdding(false)} />}
    </>
  );
}

/** Today's visits to come, the first one first; those of walk-ins do not move. */
function visitsAhead({ comers, now }: Today) {
  const ahead = comers.filter(({ walkIn, attendance }) => !walkIn && !attendance);
  return ahead
    .flatMap(({ time, mode }) => (time && time > now.slice(11, 16) ? [{ time, mode }] : []))
    .toSorted((a, b) => a.time.localeCompare(b.time));
}

/** Floats over the page: in the flow it would move rows under the pointer. */
function Stale({ since }: { since: number }) {
  return (
    <p
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-20 mx-auto flex w-fit items-start gap-3 rounded-control border border-line bg-pending-soft px-4 py-2.5 font-semibold text-pending-ink shadow-card"
    >
      <CloudOff aria-hidden className="mt-0.5 size-5 shrink-0" />
      {m.queue_connection_lost({ time: timeLabel(indiaTime(since).time) })}
    </p>
  );
}

/** Token numbers restart in each session, so each has its own lists. A day with one session needs no heading. */
function bySession({ sessions }: Today, groups: readonly Group[]) {
  if (sessions.length < 2) return [{ heading: undefined, groups }];
  const nameOf = sessionName(sessions);
  return sessions
    .map((session, index) => ({
      heading: nameOf(session),
      groups: groups.filter((group) => group.session === index),
    }))
    .filter(({ groups }) => groups.length > 0);
}

const names: Record<Presence, () => string> = {
  called: m.queue_state_called,
  arrived: m.queue_state_arrived,
  expected: m.queue_state_expected,
  finished: m.queue_state_finished,
};

interface GroupListProps extends Pick<DayProps, "at" | "day"> {
  group: Group;
  now: number;
  marking: ReturnType<typeof useMarking>;
  /** The session's name, if the day has several. */
  session: string | undefined;
}

function GroupList({ at, day, group, now, marking, session }: GroupListProps) {
  const name = names[group.presence]();
  const label = session === undefined ? name : m.queue_group_of({ group: name, session });
  const Heading = session === undefined ? "h2" : "h3";
  const comers = group.ids.flatMap((id) => day.comers.find((entry) => entry._id === id) ?? []);
  return (
    <div className="mt-4 first:mt-0">
      <Heading className="mb-1 font-semibold text-muted">
        {name} <span className="font-normal">({comers.length})</span>
      </Heading>
      <ul aria-label={label} className="rounded-card border border-line bg-surface shadow-card">
        {comers.map((entry) => {
          const row = { at, entry, heading: session === undefined ? "h3" : "h4", now } as const;
          return entry.call ? (
            <CallRow key={entry._id} {...row} call={entry.call} />
          ) : (
            <QueueRow key={entry._id} {...row} marking={marking} />
          );
        })}
      </ul>
    </div>
  );
}

/** /desk/today. */
export function DeskPage({ title }: { title: string }) {
  return <DeskFrame>{(at) => <RunDay key={at.docId} title={title} at={at} />}</DeskFrame>;
}

interface TodayRequestsProps {
  at: DeskScope;
  /** As in "2024-01-05" */
  today: string;
}

/** Optional here, because all requests are on a separate page. */
function TodayRequests({ at, today }: TodayRequestsProps) {
  const pending = useQuery(pendingBookingsQuery(at)).data ?? [];
  const requests = pending
    .filter(({ startsAt }) => dayOf(startsAt) === today)
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  if (requests.length === 0) return null;
  const all = at.role === "doctor" ? paths.doctorAppointments : paths.deskRequests;
  return (
    <section className="mt-4 rounded-card border border-line bg-pending-soft p-3 text-pending-ink sm:p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-lg font-bold">{m.queue_requests()}</h2>
        <TextLink to={all}>{m.clinic_all_requests()}</TextLink>
      </div>
      <ul aria-label={m.queue_requests()}>
        {requests.map((request) => (
          <RequestRow key={request._id} at={at} request={request} />
        ))}
      </ul>
    </section>
  );
}

function RequestRow({ at, request }: { at: DeskScope; request: DoctorBooking }) {
  const decide = useDecide(at);
  const heading = `request-${request._id}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2">
      <span className="w-20 shrink-0 font-semibold lang-ml:w-30">{timeLabel(request.time)}</span>
      <span className="min-w-0 flex-1 basis-32">
        <h3 id={heading} className="font-bold wrap-anywhere">
          {request.patient_name}
        </h3>
        <PhoneLink number={request.contact_number} />
        {request.phone && <PhonePatient patient={request.phone} />}
      </span>
      <Button
        describedBy={heading}
        isPending={decide.isPending}
        onPress={() => decide.mutate({ kind: "approve", booking: request })}
      >
        {m.clinic_approve()}
      </Button>
    </li>
  );
}

/** The page polls every minute (`todayQuery`); older data is marked as stale. */
const STALE_THRESHOLD_MS = 150_000;

interface Answered {
  /** The server's time when it answered. */
  now: string;
  /** The device's time when the answer came. */
  answeredAt: number;
}

/** The clinic's time by the server's clock, and whether the shown data is stale. */
function useClinicClock(at: DeskScope, { now, answeredAt }: Answered) {
  const tick = useTick();
  const age = Math.max(0, tick - answeredAt);
  const time = Date.parse(now) + age;
  const isOver = indiaTime(time).day !== now.slice(0, 10);
  useNextDay(at, isOver);

  return { time, staleSince: age > STALE_THRESHOLD_MS || isOver ? Date.parse(now) : undefined };
}
