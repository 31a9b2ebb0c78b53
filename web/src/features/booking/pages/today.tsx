/** /doctor/today: who comes, in order, and what became of them. The desk has the same page for each of its doctors. */
import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, UserRoundPlus } from "lucide-react";
import { useState } from "react";
import { Badge, type BadgeTone } from "../../../components/badge";
import { Button } from "../../../components/button";
import { ListHeading } from "../../../components/list-heading";
import { Found, Loaded } from "../../../components/loaded";
import { PhoneLink } from "../../../components/phone-link";
import { TableWaiting } from "../../../components/waiting";
import { timeLabel } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import { type Comer, type Mark, type Today, todayQuery, useMark } from "../api/today";
import { type AtDesk, ownDesk } from "../at-desk";
import { DayTools } from "../queue/day-tools";
import { NoShows } from "../queue/no-shows";
import { WalkInDialog } from "../queue/walk-in-dialog";
import { sessionName } from "../words";

export function Page({ title }: { title: string }) {
  const at = ownDesk();
  return (
    <div className="mx-auto max-w-screen-2xl">
      <RunDay title={title} at={at} />
      <NoShows docId={at.docId} />
    </div>
  );
}

export function RunDay({ title, at }: { title: string; at: AtDesk }) {
  return (
    <Loaded load={useQuery(todayQuery(at))} waiting={<TableWaiting />}>
      {(day) => <Day title={title} at={at} day={day} />}
    </Loaded>
  );
}

function Day({ title, at, day }: { title: string; at: AtDesk; day: Today }) {
  const [isAdding, setAdding] = useState(false);
  const none = {
    icon: CalendarCheck,
    title: m.queue_none_title(),
    text: m.queue_none_text(),
  };
  return (
    <>
      <ListHeading title={title}>
        <Button onPress={() => setAdding(true)}>
          <UserRoundPlus aria-hidden className="size-5 shrink-0" />
          {m.queue_walk_in()}
        </Button>
      </ListHeading>
      <div className="mt-6">
        <Found rows={day.comers} none={none} heading="h2">
          {(comers) => (
            <>
              {bySession(day, comers).map(({ heading, comers }) => (
                <section key={heading ?? title} aria-label={heading} className="mt-6 first:mt-0">
                  {heading && <h2 className="mb-3 text-lg font-bold wrap-anywhere">{heading}</h2>}
                  <ul aria-label={heading ?? title} className="grid grid-cols-1 gap-3 xl:grid-cols-2">
                    {expectedFirst(comers).map((comer) => (
                      <ComerCard
                        key={comer._id}
                        at={at}
                        comer={comer}
                        heading={heading === undefined ? "h2" : "h3"}
                      />
                    ))}
                  </ul>
                </section>
              ))}
            </>
          )}
        </Found>
      </div>
      <DayTools at={at} day={day} />
      {isAdding && <WalkInDialog at={at} day={day} onClose={() => setAdding(false)} />}
    </>
  );
}

/** Tokens begin anew in each session, so each has its own list. A day with one session needs no heading. */
function bySession({ sessions }: Today, comers: readonly Comer[]) {
  if (sessions.length < 2) return [{ heading: undefined, comers }];
  const nameOf = sessionName(sessions);
  return sessions
    .map((session, index) => ({
      heading: nameOf(session),
      comers: comers.filter((comer) => comer.session === index),
    }))
    .filter((group) => group.comers.length > 0);
}

/** Who has been seen, or did not come, stands below those for whom there is something to do. */
function expectedFirst(comers: readonly Comer[]): Comer[] {
  const isOver = ({ attendance }: Comer) => attendance === "done" || attendance === "absent";
  return [...comers.filter((comer) => !isOver(comer)), ...comers.filter(isOver)];
}

type Attendance = Exclude<Mark["attendance"], null>;

const states: Record<Attendance, { tone: BadgeTone; label: () => string }> = {
  arrived: { tone: "waiting", label: m.queue_is_arrived },
  called: { tone: "checked", label: m.queue_is_called },
  done: { tone: "good", label: m.queue_is_done },
  absent: { tone: "bad", label: m.queue_absent },
};

const words: Record<Attendance, () => string> = {
  arrived: m.queue_arrived,
  called: m.queue_call,
  done: m.queue_done,
  absent: m.queue_absent,
};

/** What comes next, by what was said before. Anything can be taken back. */
function nextOf(attendance: string | null | undefined): readonly Attendance[] {
  if (attendance === "arrived") return ["called", "absent"];
  if (attendance === "called") return ["done"];
  return attendance === "done" || attendance === "absent" ? [] : ["arrived", "called", "absent"];
}

interface ComerCardProps {
  at: AtDesk;
  comer: Comer;
  heading: "h2" | "h3";
}

function ComerCard({ at, comer, heading: Heading }: ComerCardProps) {
  const mark = useMark(at);
  const { _id: id, token, patient_name: name, attendance } = comer;
  const heading = `comer-${id}`;
  const state = Object.entries(states).find(([known]) => known === attendance)?.[1];
  const isMarking = (to: Mark["attendance"]) => mark.isPending && mark.variables.attendance === to;
  const say = (to: Mark["attendance"]) => mark.mutate({ id, attendance: to });
  return (
    <li className="flex gap-4 rounded-card border border-line bg-surface p-4 shadow-card">
      <p className="w-16 shrink-0 text-center">
        <span className="sr-only">{m.queue_token()} </span>
        <span className="text-3xl font-bold text-brand-ink">{token}</span>
        <span className="block text-sm text-muted">
          {comer.time ? timeLabel(comer.time) : m.queue_waits()}
        </span>
      </p>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <Heading id={heading} className="text-lg font-bold wrap-anywhere">
            {name}
          </Heading>
          {state && <Badge tone={state.tone}>{state.label()}</Badge>}
        </div>
        <p className="flex flex-wrap gap-x-3 text-muted">
          <PhoneLink number={comer.contact_number} />
          {comer.walkIn && <span>{m.queue_walked_in()}</span>}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          {nextOf(attendance).map((to, place) => (
            <Button
              key={to}
              tone={place === 0 ? "brand" : "quiet"}
              describedBy={heading}
              isPending={isMarking(to)}
              onPress={() => say(to)}
            >
              {words[to]()}
            </Button>
          ))}
          {attendance && (
            <Button tone="quiet" describedBy={heading} isPending={isMarking(null)} onPress={() => say(null)}>
              {m.queue_undo()}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
