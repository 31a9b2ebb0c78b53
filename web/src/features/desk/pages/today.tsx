/** /doctor/today and /desk/today: the day's queue by presence. */
import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, CloudOff, UserRoundPlus } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { Button } from "../../../components/button";
import { ListHeading } from "../../../components/list-heading";
import { Found, Loaded } from "../../../components/loaded";
import { TableSkeleton } from "../../../components/skeletons";
import { indiaTime } from "../../../lib/india-time";
import { dateLabel, timeLabel } from "../../../lib/visit-time";
import { sessionName } from "../../../lib/visit-words";
import { m } from "../../../messages";
import { type DeskScope, type Today, todayQuery } from "../../appointments/api";
import { ownScope } from "../../appointments/desk-scope";
import { DeskFrame } from "../desk-frame";
import { DayTools } from "../today/day-tools";
import { type Group, groupsOf, type Presence, useHeldGroups } from "../today/groups";
import { NoShows } from "../today/no-shows";
import { NowBar } from "../today/now-bar";
import { QueueRow } from "../today/queue-row";
import { TodayRequests } from "../today/requests";
import { useClinicClock } from "../today/use-clinic-clock";
import { useMarking } from "../today/use-marking";
import { WalkInDialog } from "../today/walk-in-dialog";

export function Page({ title }: { title: string }) {
  const at = ownScope();
  return (
    <div className="mx-auto max-w-screen-2xl">
      <RunDay title={title} at={at} />
      <NoShows docId={at.docId} />
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
        <Button onPress={() => setAdding(true)}>
          <UserRoundPlus aria-hidden className="size-5 shrink-0" />
          {m.queue_walk_in()}
        </Button>
      </ListHeading>
      {staleSince !== undefined && <Stale since={staleSince} />}
      <TodayRequests at={at} today={today} />
      <div onClickCapture={refuseSecondClick}>
        {day.comers.length > 0 && <NowBar at={at} day={day} marking={marking} />}
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
      <DayTools at={at} day={day} />
      {isAdding && <WalkInDialog at={at} day={day} onClose={() => setAdding(false)} />}
    </>
  );
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

/** Tokens begin anew in each session, so each has its own lists. A day with one session needs no heading. */
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
  /** Its name, where the day has several. */
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
        {comers.map((entry) => (
          <QueueRow
            key={entry._id}
            at={at}
            entry={entry}
            heading={session === undefined ? "h3" : "h4"}
            now={now}
            marking={marking}
          />
        ))}
      </ul>
    </div>
  );
}

/** /desk/today. */
export function DeskPage({ title }: { title: string }) {
  return <DeskFrame>{(at) => <RunDay key={at.docId} title={title} at={at} />}</DeskFrame>;
}
