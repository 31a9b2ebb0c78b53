import { CalendarPlus2, CopyPlus, X } from "lucide-react";
import { useRef, useState } from "react";
import { confirmDialogProps, useFieldErrors } from "../../../api/change";
import { ActionDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { TitledCard } from "../../../components/card";
import { IconButton } from "../../../components/icon-button";
import { TextField } from "../../../components/text-field";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { type Schedule, useAddExtra, useCopyWeek, usePreviewRemoveExtra, useRemoveExtra } from "../api";
import { draftOf, type SessionDraft, sessionOf, sessionText, wrongSession } from "../sessions";
import { placeLabel, SessionFields } from "./session-fields";
import { useShownFirst } from "./stranded";

interface ExtraSessionsProps {
  docId: string;
  schedule: Schedule;
}

/** Sessions of single dates, in addition to the week. */
export function ExtraSessions({ docId, schedule }: ExtraSessionsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState<"add" | "copy">();
  const close = () => setOpen(undefined);
  return (
    <TitledCard title={m.extra_title()} text={m.extra_text()} headingRef={heading}>
      <ExtraList docId={docId} schedule={schedule} onRemoved={() => heading.current?.focus()} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button tone="soft" onPress={() => setOpen("add")}>
          <CalendarPlus2 aria-hidden className="size-5 shrink-0" />
          {m.extra_new()}
        </Button>
        {/* Also without upcoming ones: last week's can be copied. */}
        <Button tone="quiet" onPress={() => setOpen("copy")}>
          <CopyPlus aria-hidden className="size-5 shrink-0" />
          {m.extra_copy()}
        </Button>
      </div>
      {open === "add" && <AddDialog docId={docId} schedule={schedule} onClose={close} />}
      {open === "copy" && <CopyWeekDialog docId={docId} onClose={close} />}
    </TitledCard>
  );
}

function ExtraList({ docId, schedule, onRemoved }: ExtraSessionsProps & { onRemoved: () => void }) {
  const [removed, setRemoved] = useState<string>();
  const removal = useShownFirst(usePreviewRemoveExtra(docId), useRemoveExtra(docId));
  const { extraSessions, place: hospital } = schedule;
  if (extraSessions.length === 0) return <p className="text-muted">{m.extra_none()}</p>;
  return (
    <>
      <ul className="flex flex-col gap-2">
        {extraSessions.map((session) => {
          const text = `${dateLabel(session.date ?? "")}, ${sessionText(draftOf(session))}`;
          return (
            <li
              key={session._id}
              className="flex items-center gap-3 rounded-control bg-sunken py-2 ps-4 pe-2"
            >
              <CalendarPlus2 aria-hidden className="size-5 shrink-0 text-brand" />
              <div className="min-w-0 flex-1">
                <p className="font-semibold">{text}</p>
                <p className="text-sm text-muted wrap-anywhere">
                  {placeLabel(draftOf(session).place, hospital)}
                </p>
              </div>
              <IconButton
                label={m.extra_remove({ session: text })}
                isPending={removal.isPending && removed === session._id}
                isDisabled={removal.isPending && removed !== session._id}
                onPress={() => {
                  setRemoved(session._id);
                  removal.mutate(session._id, { onSuccess: onRemoved });
                }}
              >
                <X aria-hidden className="size-5" />
              </IconButton>
            </li>
          );
        })}
      </ul>
      {removal.question}
    </>
  );
}

const empty: SessionDraft & { date: string } = { date: "", from: "", to: "", place: "", fee: "" };

function AddDialog({ docId, schedule, onClose }: ExtraSessionsProps & { onClose: () => void }) {
  const add = useAddExtra(docId);
  const [draft, setDraft] = useState(empty);
  const { errors, refuses, mend } = useFieldErrors(add);

  function change(changed: Partial<typeof empty>): void {
    mend();
    setDraft({ ...draft, ...changed });
  }

  function submit(): void {
    const { date } = draft;
    const others = schedule.extraSessions.filter((session) => session.date === date).map(draftOf);
    if (refuses(wrongSession(draft, others))) return;
    add.mutate({ date, ...sessionOf(draft) }, { onSuccess: onClose });
  }

  return (
    <ActionDialog
      title={m.extra_new()}
      text={m.extra_new_text()}
      yes={m.extra_save()}
      tone="brand"
      errors={errors}
      isPending={add.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={m.leave_day()}
        name="date"
        type="date"
        isRequired
        value={draft.date}
        onChange={(date) => change({ date })}
      />
      <SessionFields draft={draft} hospital={schedule.place} onChange={change} />
    </ActionDialog>
  );
}

const weeks = [
  { name: "from", label: m.extra_copy_from },
  { name: "to", label: m.extra_copy_to },
] as const;

function CopyWeekDialog({ docId, onClose }: { docId: string; onClose: () => void }) {
  const [days, setDays] = useState({ from: "", to: "" });
  const copy = useCopyWeek(docId);
  return (
    <ActionDialog
      title={m.extra_copy()}
      text={m.extra_copy_text()}
      yes={m.session_copy_submit()}
      tone="brand"
      {...confirmDialogProps(copy, onClose, () => days)}
      onClose={onClose}
    >
      {weeks.map(({ name, label }) => (
        <TextField
          key={name}
          label={label()}
          name={name}
          type="date"
          isRequired
          value={days[name]}
          onChange={(day) => setDays({ ...days, [name]: day })}
        />
      ))}
    </ActionDialog>
  );
}
