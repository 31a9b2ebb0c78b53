/** A queue entry in a row: the usual next step is a button, other actions are in a menu. */

import { BellRing, EllipsisVertical, Trash2, Undo2, UserRoundX } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/action-dialog";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { Menu } from "../../../components/menu";
import { PhoneLink } from "../../../components/phone-link";
import { VisitNote } from "../../../components/visit";
import { timeLabel } from "../../../lib/visit-time";
import { m } from "../../../messages";
import type { DeskScope, QueueEntry, Today } from "../../appointments/api";
import { type Mark, useMark, useRemoveWalkIn } from "../api";
import {
  calledEntry,
  canBeAbsent,
  type Marking,
  nextEntry,
  presenceOf,
  saidOf,
  stepBack,
  undoOf,
} from "./groups";

interface QueueRowProps {
  at: DeskScope;
  entry: QueueEntry;
  heading: "h3" | "h4";
  /** The server's time. */
  now: number;
  marking: Marking;
}

export function QueueRow({ at, entry, heading: Heading, now, marking }: QueueRowProps) {
  const mark = useMark(at, marking.onMarked);
  const [isRemoving, setRemoving] = useState(false);
  const { _id: id, token, patient_name: name } = entry;
  const presence = presenceOf(entry);
  const say = (to: Mark["attendance"]) => mark.mutate(marking.markOf(entry, to));
  const entries = [
    ...(presence === "expected"
      ? [{ id: "called", label: m.queue_call(), Icon: BellRing, onAction: () => say("called") }]
      : []),
    ...((presence === "expected" || presence === "arrived") && canBeAbsent(entry, now)
      ? [{ id: "absent", label: m.queue_absent(), Icon: UserRoundX, onAction: () => say("absent") }]
      : []),
    ...(presence === "called" || (presence === "arrived" && !entry.walkIn)
      ? [{ id: "undo", label: m.queue_undo(), Icon: Undo2, onAction: () => say(stepBack(entry)) }]
      : []),
    ...(entry.walkIn && (presence === "arrived" || presence === "expected")
      ? [{ id: "remove", label: m.action_remove(), Icon: Trash2, onAction: () => setRemoving(true) }]
      : []),
  ];
  const heading = `comer-${id}`;
  return (
    <li className="flex items-center gap-3 border-t border-line px-3 py-2 first:border-t-0 sm:px-4">
      <p className="w-12 shrink-0 text-center text-2xl font-bold text-brand-ink">
        <span className="sr-only">{m.queue_token()} </span>
        {token}
      </p>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-36">
          <Heading id={heading} className="font-bold wrap-anywhere">
            {name}
          </Heading>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            {entry.time && <span>{timeLabel(entry.time)}</span>}
            {entry.walkIn && <span>{entry.atDoor ? m.queue_walked_in_door() : m.queue_walked_in()}</span>}
            <PhoneLink number={entry.contact_number} />
          </p>
          <VisitNote {...entry} />
        </div>
        <State entry={entry} />
        <div className="flex max-w-full min-w-0 gap-1 max-[23rem]:flex-wrap">
          <Step entry={entry} heading={heading} mark={mark} onMark={say} />
          {entries.length > 0 && (
            <Menu
              label={m.queue_more({ name })}
              trigger={<EllipsisVertical aria-hidden className="size-5" />}
              entries={entries}
            />
          )}
        </div>
      </div>
      {isRemoving && (
        <ConfirmDialog
          title={m.queue_remove_title({ name, token })}
          text={m.queue_remove_text()}
          yes={m.action_remove()}
          tone="blood"
          useChange={useRemoveWalkIn}
          of={at}
          inputOf={() => id}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}

/** The outcome of a finished entry. While the list is held, a row may be in another group than its own. */
function State({ entry: { attendance } }: { entry: QueueEntry }) {
  if (attendance === "absent") return <Badge tone="bad">{m.queue_absent()}</Badge>;
  if (attendance === "done") return <Badge tone="good">{m.queue_done()}</Badge>;
  if (attendance === "called") return <Badge tone="checked">{m.queue_state_called()}</Badge>;
  return attendance === "arrived" && <Badge tone="pending">{m.queue_state_arrived()}</Badge>;
}

interface StepProps {
  entry: QueueEntry;
  heading: string;
  mark: ReturnType<typeof useMark>;
  onMark: (to: Mark["attendance"]) => void;
}

const steps = {
  expected: { to: "arrived", word: m.queue_arrived, tone: "soft" },
  arrived: { to: "called", word: m.queue_call, tone: "soft" },
  called: { to: "done", word: m.queue_done, tone: "brand" },
} as const;

/** The usual next step, or undo for finished entries. */
function Step({ entry, heading, mark, onMark }: StepProps) {
  const presence = presenceOf(entry);
  const step =
    presence === "finished"
      ? ({ to: stepBack(entry), word: m.queue_undo, tone: "quiet" } as const)
      : steps[presence];
  return (
    <Button tone={step.tone} describedBy={heading} isPending={mark.isPending} onPress={() => onMark(step.to)}>
      {step.word()}
    </Button>
  );
}

interface NowBarProps {
  at: DeskScope;
  day: Today;
  marking: Marking;
}

/** Sticky bar: who is with the doctor, who is next, and the button to call them. */
export function NowBar({ at, day, marking }: NowBarProps) {
  const mark = useMark(at, marking.onMarked);
  const [inside, next] = [calledEntry(day), nextEntry(day)];
  const isMarking = (id: string | undefined) => mark.isPending && mark.variables.id === id;
  return (
    <section
      aria-label={m.queue_now()}
      className="z-10 mt-4 rounded-card border border-line bg-surface p-3 shadow-card sm:p-4 [@media(min-height:40rem)]:sticky [@media(min-height:40rem)]:top-18"
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <dl className="grid min-w-0 flex-1 basis-64 grid-cols-2 gap-x-4">
          <Person label={m.queue_state_called()} entry={inside} none={m.queue_nobody_inside()} />
          <Person label={m.queue_next()} entry={next} none={m.queue_nobody_next()} />
        </dl>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-auto">
          {inside && (
            <Button
              tone={next ? "quiet" : "brand"}
              isPending={isMarking(inside._id)}
              onPress={() => mark.mutate(marking.markOf(inside, "done"))}
            >
              {m.queue_done()}
            </Button>
          )}
          {next && (
            <Button
              isPending={isMarking(next._id)}
              onPress={() => mark.mutate(marking.markOf(next, "called"))}
            >
              <BellRing aria-hidden className="size-5 shrink-0" />
              {m.queue_call_next()}
            </Button>
          )}
        </div>
      </div>
      <LastMark at={at} marking={marking} />
    </section>
  );
}

interface PersonProps {
  label: string;
  entry: QueueEntry | undefined;
  none: string;
}

function Person({ label, entry, none }: PersonProps) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere">
        {entry ? (
          <>
            <span className="text-2xl font-bold text-brand-ink">{entry.token}</span>{" "}
            <span className="font-semibold">{entry.patient_name}</span>
            {presenceOf(entry) === "expected" && entry.time && (
              <span className="block text-sm text-muted">
                {m.queue_expected_at({ time: timeLabel(entry.time) })}
              </span>
            )}
          </>
        ) : (
          <span className="text-muted">{none}</span>
        )}
      </dd>
    </div>
  );
}

/** Shows and announces the last mark, with an undo button. */
function LastMark({ at, marking: { last, onMarked } }: Omit<NowBarProps, "day">) {
  const undo = useMark(at, onMarked);
  return (
    <div className="mt-2 flex min-h-11 flex-wrap items-center gap-x-4 border-t border-line pt-2">
      <p role="status" className="min-w-0 flex-1 text-sm wrap-anywhere">
        {last ? saidOf(last) : <span className="text-muted">{m.queue_undo_hint()}</span>}
      </p>
      {last && (
        <Button tone="quiet" isPending={undo.isPending} onPress={() => undo.mutate(undoOf(last))}>
          <Undo2 aria-hidden className="size-5 shrink-0" />
          {m.queue_undo()}
        </Button>
      )}
    </div>
  );
}
