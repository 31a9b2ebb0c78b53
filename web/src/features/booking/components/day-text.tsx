import { dateLabel, dayLabel, weekday } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";

/** "Mon 05", the number below the name, and what is left of the day. Its control has the name for screen readers. */
export function DayText({ day, free }: { day: string; free: number }) {
  const name = weekday(day);
  return (
    <span aria-hidden className="flex flex-col py-2 leading-tight">
      <span className="text-sm font-semibold lang-ml:text-xs">
        {`${name} `}
        <span className="block text-xl font-bold">{dayLabel(day).slice(name.length + 1)}</span>
      </span>
      <span className="mt-1 text-xs">{free > 0 ? m.slot_free({ count: free }) : m.slot_full()}</span>
    </span>
  );
}

/** What a screen reader says for a day and what is left of it. */
export function dayName({ day, free }: { day: string; free: number }): string {
  const date = dateLabel(day);
  return free > 0 ? m.slot_day_name({ day: date, count: free }) : m.slot_day_full({ day: date });
}
