import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useFieldErrors } from "../../../api/field-errors";
import { Button } from "../../../components/button";
import { Checkbox } from "../../../components/checkbox";
import { Form } from "../../../components/form";
import { Loaded } from "../../../components/loaded";
import { RadioTile } from "../../../components/radio-tile";
import { TextField } from "../../../components/text-field";
import { VisitChoice } from "../../../components/visit-choice";
import { useIndiaTime } from "../../../lib/india-time";
import { m } from "../../../messages";
import { type BookingsFate, leaveBookingsQuery, type MetBooking, useTakeLeave } from "../api";
import { wrongDays } from "../leave";
import { TimePair } from "./session-fields";

interface LeaveDraft {
  from: string;
  /** For several days only. */
  to: string;
  several: boolean;
  note: string;
  /** The hours count only where the days are not whole. */
  withHours: boolean;
  startTime: string;
  endTime: string;
}

export const emptyLeave: LeaveDraft = {
  from: "",
  to: "",
  several: false,
  note: "",
  withHours: false,
  startTime: "",
  endTime: "",
};

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

const hours = [
  { name: "startTime", label: m.schedule_break_from },
  { name: "endTime", label: m.schedule_break_to },
] as const;

/** Leave for days or for some hours of each day. Shows the bookings in it before saving. */
export function LeaveForm({ docId, draft, onChange, onSaved }: LeaveFormProps) {
  const today = useIndiaTime()?.day ?? "";
  const { from, several, note, withHours } = draft;
  const to = several ? draft.to : from;
  const { startTime, endTime } = draft;
  const times = { from, to, ...(withHours && { startTime, endTime }) };
  const wrong = wrongDays(times, today);
  const hasTimes = !withHours || (startTime !== "" && endTime !== "");
  const complete = from !== "" && to !== "" && hasTimes && Object.keys(wrong).length === 0;
  const met = useQuery({ ...leaveBookingsQuery(docId, times), enabled: complete });
  const take = useTakeLeave(docId);
  const [fate, setFate] = useState<BookingsFate>();
  const { errors, refuses, mend } = useFieldErrors(take);
  const kinds = useId();
  const count = met.data?.length ?? 0;
  const decided = count > 0 ? fate : "keep";
  const days = several
    ? ([
        { name: "from", label: m.leave_from() },
        { name: "to", label: m.leave_to() },
      ] as const)
    : ([{ name: "from", label: m.leave_day() }] as const);

  function change(changed: Partial<LeaveDraft>): void {
    mend();
    onChange({ ...draft, ...changed });
  }

  function submit(): void {
    if (refuses(wrong) || !complete || !met.data || !decided) return;
    take.mutate(
      { ...times, note, bookings: decided },
      {
        onSuccess: () => {
          setFate(undefined);
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
          {[false, true].map((isSeveral) => (
            <RadioTile
              key={String(isSeveral)}
              name={kinds}
              isChosen={several === isSeveral}
              onChoose={() => change({ several: isSeveral, to: isSeveral ? draft.to || from : draft.to })}
            >
              <span className="flex min-h-11 items-center font-semibold">
                {isSeveral ? m.leave_several() : m.leave_one_day()}
              </span>
            </RadioTile>
          ))}
        </div>
      </fieldset>
      <div className={several ? "grid gap-4 sm:grid-cols-2" : "grid"}>
        {days.map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            name={name}
            type="date"
            isRequired
            value={draft[name]}
            onChange={(day) => change({ [name]: day })}
          />
        ))}
      </div>
      <div>
        <Checkbox name="withHours" isChecked={withHours} onChange={(isOn) => change({ withHours: isOn })}>
          {m.leave_hours()}
        </Checkbox>
        {withHours && (
          <div className="mt-2">
            <TimePair times={hours} values={draft} onChange={(name, time) => change({ [name]: time })} />
          </div>
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
            fallback={<p className="text-muted">{m.leave_bookings_loading()}</p>}
            missing={m.leave_bookings_failed()}
          >
            {(bookings) =>
              bookings.length === 0 ? (
                <p className="text-muted">{m.leave_bookings_none()}</p>
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
        tone={decided === "cancel" ? "blood" : "brand"}
        isDisabled={complete && (!met.data || !decided)}
        isPending={take.isPending}
      >
        {saveLabels[decided ?? "keep"]()}
      </Button>
    </Form>
  );
}

interface MetBookingsProps {
  bookings: readonly MetBooking[];
  fate: BookingsFate | undefined;
  onChoose: (fate: BookingsFate) => void;
}

const fates = [
  { fate: "keep", label: m.leave_bookings_keep, text: m.fate_keep_text },
  { fate: "notify", label: m.leave_bookings_notify, text: m.fate_notify_text },
  { fate: "cancel", label: m.leave_bookings_cancel, text: m.fate_cancel_text },
] as const;

/** The visits during a leave, and what happens to them. */
function MetBookings({ bookings, fate, onChoose }: MetBookingsProps) {
  return (
    <VisitChoice
      label={m.leave_bookings_count({ count: bookings.length })}
      visits={bookings.map((booking) => ({
        ...booking,
        who: `${booking.patient_name} · ${booking.contact_number}`,
      }))}
      fates={fates}
      chosen={fate}
      onChoose={onChoose}
    />
  );
}
