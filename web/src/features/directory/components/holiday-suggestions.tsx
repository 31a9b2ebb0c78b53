import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import { type Holiday, holidaysQuery, type Schedule } from "../api/own";
import { holidayName, workedHolidays } from "../leave";

/** As many as the next months hold. */
const shown = 6;

interface HolidaySuggestionsProps {
  schedule: Schedule;
  onChoose: (holiday: Holiday) => void;
}

/** Kerala's holidays on which the doctor would still work. A help only: where they cannot be loaded there are none. */
export function HolidaySuggestions({ schedule, onChoose }: HolidaySuggestionsProps) {
  const holidays = workedHolidays(useQuery(holidaysQuery()).data ?? [], schedule).slice(0, shown);
  if (holidays.length === 0) return null;
  return (
    <section className="mb-6">
      <h3 className="font-semibold">{m.holiday_title()}</h3>
      <p className="text-sm text-muted">{m.holiday_text()}</p>
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
                  {holiday.moon && ` ${m.holiday_moon()}`}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
