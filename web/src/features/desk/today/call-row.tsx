/** A consultation by phone in the day's list: the number while it can be called, the outcome of each call, and the end. */

import { Phone } from "lucide-react";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { buttonLook } from "../../../components/links";
import { PhonePatient, VisitNote } from "../../../components/visit";
import { timeLabel } from "../../../lib/visit-time";
import { startOf } from "../../../lib/words";
import { m } from "../../../messages";
import type { DeskScope, QueueEntry } from "../../appointments/api";
import { useEndCall, useRecordCall } from "../api";

type PhoneCall = NonNullable<QueueEntry["call"]>;

interface CallRowProps {
  at: DeskScope;
  entry: QueueEntry;
  call: PhoneCall;
  heading: "h3" | "h4";
  /** The server's time. */
  now: number;
}

export function CallRow({ at, entry, call, heading: Heading, now }: CallRowProps) {
  const heading = `comer-${entry._id}`;
  const hint = hintOf(call, at, now);
  return (
    <li className="flex items-center gap-3 border-t border-line px-3 py-2 first:border-t-0 sm:px-4">
      <p className="flex shrink-0 justify-center text-brand-ink sm:w-12">
        <Phone aria-hidden className="size-6" />
        <span className="sr-only">{m.phone_visit()}</span>
      </p>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-36">
          <Heading id={heading} className="font-bold wrap-anywhere">
            {entry.patient_name}
          </Heading>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            {entry.time && <span>{timeLabel(entry.time)}</span>}
            <PhonePatient patient={call.patient} />
          </p>
          <VisitNote {...entry} />
          <Tries call={call} />
          {hint && <p className="text-sm text-muted">{hint}</p>}
        </div>
        <State entry={entry} call={call} />
        <Actions at={at} entry={entry} call={call} heading={heading} now={now} />
      </div>
    </li>
  );
}

/** Why the patient cannot be called at the moment. */
function hintOf({ canCall, state, triesLeft, from, until }: PhoneCall, at: DeskScope, now: number) {
  if (canCall || state === "done" || state === "reached") return undefined;
  if (triesLeft === 0) return m.call_patient_chooses();
  if (now < Date.parse(from)) return m.call_from({ time: timeLabel(startOf(from).time) });
  if (now >= Date.parse(until)) return m.call_window_over();
  return at.role === "desk" ? m.call_doctor_only() : undefined;
}

/** The times of the unanswered calls. */
function Tries({ call: { tries } }: { call: PhoneCall }) {
  const missed = tries.filter(({ outcome }) => outcome === "not_reached");
  if (missed.length === 0) return null;
  const times = missed.map(({ at }) => timeLabel(startOf(at).time)).join(", ");
  return (
    <p role="status" className="text-sm">
      {m.call_tries({ times, count: missed.length })}
    </p>
  );
}

function State({ entry: { attendance }, call: { state } }: Pick<CallRowProps, "entry" | "call">) {
  if (attendance === "done") return <Badge tone="good">{m.call_done()}</Badge>;
  if (attendance === "absent") return <Badge tone="bad">{m.call_not_reached()}</Badge>;
  return state === "reached" && <Badge tone="checked">{m.call_reached()}</Badge>;
}

const outcomes = [
  { id: "reached", label: m.call_reached, tone: "soft" },
  { id: "not_reached", label: m.call_not_reached, tone: "quiet" },
] as const;

interface ActionsProps extends Omit<CallRowProps, "heading"> {
  /** The id of the patient's name. */
  heading: string;
}

function Actions({ at, entry, call, heading, now }: ActionsProps) {
  const record = useRecordCall(at);
  const end = useEndCall(at);
  const { _id: id, attendance, patient_name: name } = entry;
  const { canCall, number, state, tries, from } = call;
  const isDone = attendance === "done";
  const hasBegun = now >= Date.parse(from);
  return (
    <div className="flex max-w-full min-w-0 flex-wrap gap-2">
      {canCall && number && (
        <a
          href={`tel:${number}`}
          aria-label={m.call_patient_name({ name })}
          className={buttonLook({ tone: state === "reached" ? "quiet" : "brand" })}
        >
          <Phone aria-hidden className="size-5 shrink-0" />
          {m.call_patient()}
        </a>
      )}
      {canCall &&
        state !== "reached" &&
        outcomes.map(({ id: outcome, label, tone }) => (
          <Button
            key={outcome}
            tone={tone}
            describedBy={heading}
            isPending={record.isPending && record.variables.outcome === outcome}
            isDisabled={record.isPending && record.variables.outcome !== outcome}
            onPress={() => record.mutate({ id, outcome, tries: tries.length })}
          >
            {label()}
          </Button>
        ))}
      {/* Also after unanswered calls: the patient may have called back. */}
      {!isDone && (state === "reached" || (hasBegun && !canCall)) && (
        <Button
          tone={state === "reached" ? "brand" : "quiet"}
          describedBy={heading}
          isPending={end.isPending}
          onPress={() => end.mutate({ id, attendance: "done", was: attendance ?? "none" })}
        >
          {m.call_done()}
        </Button>
      )}
      {isDone && (
        <Button
          tone="quiet"
          describedBy={heading}
          isPending={end.isPending}
          onPress={() => end.mutate({ id, attendance: null, was: "done" })}
        >
          {m.queue_undo()}
        </Button>
      )}
    </div>
  );
}
