import { useQuery } from "@tanstack/react-query";
import { Palmtree, Plus, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useFieldErrors } from "../../../api/change";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Checkbox } from "../../../components/checkbox";
import { Form } from "../../../components/form";
import { IconButton } from "../../../components/icon-button";
import { Loaded } from "../../../components/loaded";
import { RadioTile } from "../../../components/radio-tile";
import { TextField } from "../../../components/text-field";
import { VisitChoice } from "../../../components/visit-choice";
import { useIndiaTime } from "../../../lib/india-time";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../messages";
import {
  type BookingsFate,
  type Holiday,
  holidaysQuery,
  type Leave,
  leaveBookingsQuery,
  type MetBooking,
  type Schedule,
  useRemoveLeave,
  useTakeLeave,
} from "../api";
import { holidayName, leaveText, workedHolidays, wrongDays } from "../leave";
import { TimePair } from "./session-fields";

export function LeaveCard({ docId, schedule }: { docId: string; schedule: Schedule }) {
  const [draft, setDraft] = useState(emptyLeave);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Card className="sm:p-8">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold">
        {m.leave_title()}
      </h2>
      <p className="mt-1 mb-4 text-muted">{m.leave_text()}</p>
      <LeaveList docId={docId} leave={schedule.leave} />
      <h3 className="mt-6 mb-4 border-t border-line pt-5 text-lg font-bold">{m.leave_new()}</h3>
      <HolidaySuggestions
        schedule={schedule}
        onChoose={(holiday) => {
          const { date } = holiday;
          setDraft({ ...emptyLeave, from: date, to: date, note: holidayName(holiday) });
        }}
      />
      <LeaveForm
        docId={docId}
        draft={draft}
        onChange={setDraft}
        onSaved={() => {
          setDraft(emptyLeave);
          heading.current?.focus();
        }}
      />
    </Card>
  );
}

/** Current and upcoming leave. */
function LeaveList({ docId, leave }: { docId: string; leave: readonly Leave[] }) {
  const removal = useRemoveLeave(docId);

  if (leave.length === 0) return <p className="text-muted">{m.leave_none()}</p>;
  return (
    <ul className="flex flex-col gap-2">
      {leave.map((entry) => (
        <li key={entry._id} className="flex items-center gap-3 rounded-control bg-sunken py-2 ps-4 pe-2">
          <Palmtree aria-hidden className="size-5 shrink-0 text-brand" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{leaveText(entry)}</p>
            {entry.note && <p className="text-muted wrap-anywhere">{entry.note}</p>}
          </div>
          <IconButton
            label={m.leave_remove({ days: leaveText(entry) })}
            isPending={removal.isPending && removal.variables === entry._id}
            isDisabled={removal.isPending && removal.variables !== entry._id}
            onPress={() => removal.mutate(entry._id)}
          >
            <X aria-hidden className="size-5" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

/** Enough for the next months. */
const shown = 6;

interface HolidaySuggestionsProps {
  schedule: Schedule;
  onChoose: (holiday: Holiday) => void;
}

/** Kerala's holidays on which the doctor would still work. Optional: nothing when they cannot be loaded. */
function HolidaySuggestions({ schedule, onChoose }: HolidaySuggestionsProps) {
  const holidays = workedHolidays(useQuery(holidaysQuery()).data ?? [], schedule).slice(0, shown);
  if (holidays.length === 0) return null;
  return (
    <section className="mb-6">
      <h3 className="font-semibold">{m.leave_holidays_title()}</h3>
      <p className="text-sm text-muted">{m.leave_holidays_text()}</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {holidays.map((holiday) => (
          <li key={holiday.date}>
            <button
              type="button"
              onClick={() => onChoose(holiday)}
              className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-field bg-surface py-1.5 ps-3 pe-4 text-start leading-snug hover:bg-sunken"
            >
              <Plus aria-hidden className="size-5 shrink-0 text-brand" />
              <span>
                <span className="font-semibold">{holidayName(holiday)}</span>
                <span className="block text-sm text-muted">
                  {dateLabel(holiday.date)}
                  {holiday.moon && ` ${m.leave_holiday_moon()}`}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LeaveDraft {
  from: string;
  /** For several days only. */
  to: string;
  several: boolean;
  note: string;
  /** The hours are used only if the leave is not for whole days. */
  withHours: boolean;
  startTime: string;
  endTime: string;
}

const emptyLeave: LeaveDraft = {
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
function LeaveForm({ docId, draft, onChange, onSaved }: LeaveFormProps) {
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
