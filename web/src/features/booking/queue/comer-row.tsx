/** One patient of the day in a compact row: the usual next step is a button, everything else is in the menu. */
import { BellRing, EllipsisVertical, Trash2, Undo2, UserRoundX } from "lucide-react";
import { useState } from "react";
import { asked } from "../../../api/change";
import { ActionDialog } from "../../../components/action-dialog";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { Menu } from "../../../components/menu";
import { PhoneLink } from "../../../components/phone-link";
import { timeLabel } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import { type Comer, type Mark, useMark, useRemoveWalkIn } from "../api/today";
import type { AtDesk } from "../at-desk";
import { canBeAbsent, presenceOf, stepBack } from "./presence";
import type { Marking } from "./use-marking";

interface ComerRowProps {
  at: AtDesk;
  comer: Comer;
  heading: "h3" | "h4";
  /** The server's time. */
  now: number;
  marking: Marking;
}

export function ComerRow({ at, comer, heading: Heading, now, marking }: ComerRowProps) {
  const mark = useMark(at, marking.onMarked);
  const [isRemoving, setRemoving] = useState(false);
  const { _id: id, token, patient_name: name } = comer;
  const presence = presenceOf(comer);
  const say = (to: Mark["attendance"]) => mark.mutate(marking.markOf(comer, to));
  const entries = [
    ...(presence === "expected"
      ? [{ id: "called", label: m.queue_call(), Icon: BellRing, onAction: () => say("called") }]
      : []),
    ...((presence === "expected" || presence === "arrived") && canBeAbsent(comer, now)
      ? [{ id: "absent", label: m.queue_absent(), Icon: UserRoundX, onAction: () => say("absent") }]
      : []),
    ...(presence === "called" || (presence === "arrived" && !comer.walkIn)
      ? [{ id: "undo", label: m.queue_undo(), Icon: Undo2, onAction: () => say(stepBack(comer)) }]
      : []),
    ...(comer.walkIn && (presence === "arrived" || presence === "expected")
      ? [{ id: "remove", label: m.queue_remove(), Icon: Trash2, onAction: () => setRemoving(true) }]
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
            {comer.time && <span>{timeLabel(comer.time)}</span>}
            {comer.walkIn && <span>{m.queue_walked_in()}</span>}
            <PhoneLink number={comer.contact_number} />
          </p>
        </div>
        <State comer={comer} />
        <div className="flex max-w-full min-w-0 gap-1 max-[23rem]:flex-wrap">
          <Step comer={comer} heading={heading} mark={mark} onMark={say} />
          {entries.length > 0 && (
            <Menu
              label={m.queue_more({ name })}
              trigger={<EllipsisVertical aria-hidden className="size-5" />}
              entries={entries}
            />
          )}
        </div>
      </div>
      {isRemoving && <RemoveWalkIn at={at} comer={comer} onClose={() => setRemoving(false)} />}
    </li>
  );
}

/** In the group of finished ones, what became of them; while the list is held, a row may stand in another group than its own. */
function State({ comer: { attendance } }: { comer: Comer }) {
  if (attendance === "absent") return <Badge tone="bad">{m.queue_absent()}</Badge>;
  if (attendance === "done") return <Badge tone="good">{m.queue_is_done()}</Badge>;
  if (attendance === "called") return <Badge tone="checked">{m.queue_is_called()}</Badge>;
  return attendance === "arrived" && <Badge tone="waiting">{m.queue_is_arrived()}</Badge>;
}

interface StepProps {
  comer: Comer;
  heading: string;
  mark: ReturnType<typeof useMark>;
  onMark: (to: Mark["attendance"]) => void;
}

const steps = {
  expected: { to: "arrived", word: m.queue_arrived, tone: "soft" },
  arrived: { to: "called", word: m.queue_call, tone: "soft" },
  called: { to: "done", word: m.queue_done, tone: "brand" },
} as const;

/** The usual next step; of who is finished, the step back. */
function Step({ comer, heading, mark, onMark }: StepProps) {
  const presence = presenceOf(comer);
  const step =
    presence === "finished"
      ? ({ to: stepBack(comer), word: m.queue_undo, tone: "quiet" } as const)
      : steps[presence];
  return (
    <Button tone={step.tone} describedBy={heading} isPending={mark.isPending} onPress={() => onMark(step.to)}>
      {step.word()}
    </Button>
  );
}

interface RemoveWalkInProps {
  at: AtDesk;
  comer: Comer;
  onClose: () => void;
}

function RemoveWalkIn({ at, comer, onClose }: RemoveWalkInProps) {
  const remove = useRemoveWalkIn(at);
  return (
    <ActionDialog
      title={m.queue_remove_title({ name: comer.patient_name, token: comer.token })}
      text={m.queue_remove_text()}
      yes={m.queue_remove()}
      tone="blood"
      {...asked(remove, onClose, () => comer._id)}
      onClose={onClose}
    />
  );
}
