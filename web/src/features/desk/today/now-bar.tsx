/** Sticky bar: who is with the doctor, who is next, and the button to call them. */
import { BellRing, Undo2 } from "lucide-react";
import { Button } from "../../../components/button";
import { timeLabel } from "../../../lib/visit-time";
import { m } from "../../../messages";
import type { DeskScope, QueueEntry, Today } from "../../appointments/api";
import { useMark } from "../api";
import { calledEntry, nextEntry, presenceOf } from "./groups";
import { type Marking, saidOf, undoOf } from "./use-marking";

interface NowBarProps {
  at: DeskScope;
  day: Today;
  marking: Marking;
}

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
