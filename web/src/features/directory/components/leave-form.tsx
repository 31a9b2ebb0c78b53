import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { Loaded } from "../../../components/loaded";
import { RadioTile } from "../../../components/radio-tile";
import { TextField } from "../../../components/text-field";
import { useIndiaTime } from "../../../lib/india-time";
import { m } from "../../../paraglide/messages";
import { type BookingsFate, leaveBookingsQuery, useTakeLeave } from "../api/own";
import { wrongDays } from "../leave";
import { MetBookings } from "./met-bookings";

export interface LeaveDraft {
  from: string;
  /** Counts only where there are several days. */
  to: string;
  several: boolean;
  note: string;
}

export const emptyLeave: LeaveDraft = { from: "", to: "", several: false, note: "" };

interface LeaveFormProps {
  docId: string;
  draft: LeaveDraft;
  onChange: (draft: LeaveDraft) => void;
  onSaved: () => void;
}

const saveLabels: Record<BookingsFate, () => string> = {
  keep: m.leave_save,
  notify: m.leave_save_notify,
  cancel: m.leave_save_cancel,
};

/** A day or more without visits. What is booked on them is shown before anything is saved. */
export function LeaveForm({ docId, draft, onChange, onSaved }: LeaveFormProps) {
  const today = useIndiaTime()?.day ?? "";
  const { from, several, note } = draft;
  const to = several ? draft.to : from;
  const wrong = wrongDays({ from, to }, today);
  const complete = from !== "" && to !== "" && Object.keys(wrong).length === 0;
  const met = useQuery({ ...leaveBookingsQuery(docId, from, to), enabled: complete });
  const take = useTakeLeave(docId);
  const [fate, setFate] = useState<BookingsFate>("keep");
  const [asked, setAsked] = useState<Record<string, string>>({});
  const errors = useMemo(() => ({ ...refusedFields(take.error), ...asked }), [take.error, asked]);
  const kinds = useId();
  const count = met.data?.length ?? 0;

  function change(changed: Partial<LeaveDraft>): void {
    setAsked({});
    onChange({ ...draft, ...changed });
  }

  function submit(): void {
    setAsked(wrong);
    if (!complete || !met.data) return;
    take.mutate(
      { from, to, note, bookings: count > 0 ? fate : "keep" },
      {
        onSuccess: () => {
          setFate("keep");
          onSaved();
        },
      },
    );
  }

  return (
    <Form errors={errors} onSubmit={submit}>
      <fieldset className="min-w-0">
        <legend className="sr-only">{m.leave_length()}</legend>
        <div className="grid grid-cols-2 gap-2">
          <RadioTile name={kinds} isChosen={!several} onChoose={() => change({ several: false })}>
            <span className="flex min-h-11 items-center font-semibold">{m.leave_one_day()}</span>
          </RadioTile>
          <RadioTile
            name={kinds}
            isChosen={several}
            onChoose={() => change({ several: true, to: draft.to || from })}
          >
            <span className="flex min-h-11 items-center font-semibold">{m.leave_several()}</span>
          </RadioTile>
        </div>
      </fieldset>
      <div className={several ? "grid gap-4 sm:grid-cols-2" : "grid"}>
        <TextField
          label={several ? m.leave_from() : m.leave_day()}
          name="from"
          type="date"
          isRequired
          value={from}
          onChange={(day) => change({ from: day })}
        />
        {several && (
          <TextField
            label={m.leave_to()}
            name="to"
            type="date"
            isRequired
            value={draft.to}
            onChange={(day) => change({ to: day })}
          />
        )}
      </div>
      <TextField
        label={m.leave_note()}
        name="note"
        hint={m.leave_note_hint()}
        maxLength={200}
        value={note}
        onChange={(text) => change({ note: text })}
      />
      <div aria-live="polite" className="empty:hidden">
        {complete && (
          <Loaded
            load={met}
            waiting={<p className="text-muted">{m.leave_looking()}</p>}
            missing={m.leave_look_failed()}
          >
            {(bookings) =>
              bookings.length === 0 ? (
                <p className="text-muted">{m.leave_meets_none()}</p>
              ) : (
                <MetBookings bookings={bookings} fate={fate} onChoose={setFate} />
              )
            }
          </Loaded>
        )}
      </div>
      <Button
        type="submit"
        size="large"
        tone={count > 0 && fate === "cancel" ? "blood" : "brand"}
        isDisabled={complete && !met.data}
        isPending={take.isPending}
      >
        {saveLabels[count > 0 ? fate : "keep"]()}
      </Button>
    </Form>
  );
}
