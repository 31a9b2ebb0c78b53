import { useQuery } from "@tanstack/react-query";
import { Palmtree, Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { Card } from "../../../components/card";
import { IconButton } from "../../../components/icon-button";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { type Holiday, holidaysQuery, type Leave, type Schedule, useRemoveLeave } from "../api";
import { holidayName, leaveText, workedHolidays } from "../leave";
import { emptyLeave, LeaveForm } from "./leave-form";

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
