/** /doctor/followups: recent visits, to which the doctor adds follow-ups. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useId, useState } from "react";
import { refusedFields } from "../../../api/problem";
import { ActionDialog } from "../../../components/action-dialog";
import { Badge, type BadgeTone } from "../../../components/badge";
import { Button } from "../../../components/button";
import { Checkbox } from "../../../components/checkbox";
import { ListHeading } from "../../../components/list-heading";
import { LoadedList } from "../../../components/loaded";
import { PhoneLink } from "../../../components/phone-link";
import { Skeleton } from "../../../components/skeletons";
import { TextField } from "../../../components/text-field";
import { PatientName } from "../../../components/visit";
import { addDays } from "../../../lib/days";
import { idOf } from "../../../lib/session";
import { dateLabel, dateTimeLabel, dayOf } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { type FollowUp, type MarkableVisit, markableVisitsQuery, useMark, useUnmark } from "../api";

export function Page({ title }: { title: string }) {
  const docId = idOf("doctor") ?? "";
  const visits = useInfiniteQuery(markableVisitsQuery(docId));
  const none = {
    icon: CalendarClock,
    title: m.follow_up_none_title(),
    text: m.follow_up_none_text(),
  };
  return (
    <div className="mx-auto max-w-screen-lg">
      <ListHeading title={title} />
      <p className="mt-2 mb-6 text-muted">{m.follow_ups_text()}</p>
      <LoadedList
        load={visits}
        fallback={<Skeleton className="flex flex-col gap-3" blocks={4} look="h-32 sm:h-24" />}
        heading="h2"
        none={none}
      >
        {(rows) => (
          <ul className="flex flex-col gap-3">
            {rows.map((visit) => (
              <Visit key={visit._id} docId={docId} visit={visit} />
            ))}
          </ul>
        )}
      </LoadedList>
    </div>
  );
}

const states: Record<string, { tone: BadgeTone; label: () => string }> = {
  waiting: { tone: "quiet", label: m.follow_up_waiting },
  proposed: { tone: "pending", label: m.follow_up_proposed },
  booked: { tone: "good", label: m.follow_up_booked },
  declined: { tone: "bad", label: m.follow_up_declined },
  over: { tone: "quiet", label: m.follow_up_not_booked },
};

function Visit({ docId, visit }: { docId: string; visit: MarkableVisit }) {
  const [isOpen, setOpen] = useState(false);
  const unmark = useUnmark(docId);
  const nameId = useId();
  const { followUp } = visit;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <div className="min-w-0 flex-1 basis-56">
        <h2 id={nameId} className="text-lg font-bold">
          <PatientName name={visit.patient_name} />
        </h2>
        <p className="text-muted">{visitTime(visit)}</p>
        {visit.walkIn && (
          <p className="flex flex-wrap gap-x-3">
            <span>{m.follow_up_walk_in()}</span>
            <PhoneLink number={visit.contact_number} />
          </p>
        )}
        {followUp && <MarkedFollowUp followUp={followUp} />}
      </div>
      {/* Patients without an account, or who have deleted it, cannot be asked. */}
      {visit.patient_name !== "" && !visit.walkIn && (followUp?.changeable ?? true) && (
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:flex-col max-sm:items-stretch">
          <Button
            tone={followUp ? "quiet" : "soft"}
            describedBy={nameId}
            isDisabled={unmark.isPending}
            onPress={() => setOpen(true)}
          >
            {followUp ? m.action_change() : m.follow_up_mark()}
          </Button>
          {followUp && (
            <Button
              tone="quiet"
              describedBy={nameId}
              isPending={unmark.isPending}
              onPress={() => unmark.mutate(visit._id)}
            >
              {m.follow_up_unmark()}
            </Button>
          )}
        </div>
      )}
      {isOpen && <MarkDialog docId={docId} visit={visit} onClose={() => setOpen(false)} />}
    </li>
  );
}

const visitTime = ({ startsAt, time }: MarkableVisit) => dateTimeLabel(dayOf(startsAt), time);

function MarkedFollowUp({ followUp: { day, withoutFee, state } }: { followUp: FollowUp }) {
  const known = states[state];
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-semibold">{m.follow_up_due({ day: dateLabel(day) })}</span>
      {withoutFee && <span>{m.follow_up_without_fee()}</span>}
      <Badge tone={known?.tone ?? "quiet"}>{known?.label() ?? state}</Badge>
    </p>
  );
}

interface MarkDialogProps {
  docId: string;
  visit: MarkableVisit;
  onClose: () => void;
}

/** The default. */
const usualDays = 7;

function MarkDialog({ docId, visit, onClose }: MarkDialogProps) {
  const mark = useMark(docId);
  const [days, setDays] = useState(String(visit.followUp?.days ?? usualDays));
  const [withoutFee, setWithoutFee] = useState(visit.followUp?.withoutFee ?? false);
  const day = dayAfter(dayOf(visit.startsAt), days);
  return (
    <ActionDialog
      title={m.follow_up_title({ name: visit.patient_name })}
      text={m.follow_up_dialog_text()}
      yes={m.action_save()}
      tone="brand"
      isPending={mark.isPending}
      errors={refusedFields(mark.error)}
      onSubmit={() => mark.mutate({ id: visit._id, days, withoutFee }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label={m.follow_up_days()}
        name="days"
        hint={day && dateLabel(day)}
        inputMode="numeric"
        isRequired
        maxLength={3}
        value={days}
        onChange={setDays}
      />
      <Checkbox name="withoutFee" isChecked={withoutFee} onChange={setWithoutFee}>
        {m.follow_up_without_fee()}
      </Checkbox>
    </ActionDialog>
  );
}

/** The server's limit. */
const MAX_FOLLOW_UP_DAYS = 365;

/** The day that many days later; undefined while the number is incomplete. */
export function dayAfter(day: string, days: string): string | undefined {
  const count = /^\d{1,3}$/.test(days.trim()) ? Number(days) : 0;
  if (count < 1 || count > MAX_FOLLOW_UP_DAYS) return undefined;
  return addDays(day, count);
}
