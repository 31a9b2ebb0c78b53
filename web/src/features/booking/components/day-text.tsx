import { dateLabel, dayLabel, weekday } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import { type WhyNot, whyNotShort } from "../why-not";

interface Day {
  day: string;
  free: number;
  /** Where nothing is free. */
  whyNot?: WhyNot | null;
}

/** "Mon 05", the number below the name, and what is left of the day. Its control has the name for screen readers. */
export function DayText({ day, free, whyNot }: Day) {
  const name = weekday(day);
  return (
    <span aria-hidden className="flex flex-col py-2 leading-tight">
      <span className="text-sm font-semibold lang-ml:text-xs">
        {`${name} `}
        <span className="block text-xl font-bold">{dayLabel(day).slice(name.length + 1)}</span>
      </span>
      <span className="mt-1 text-xs">{free > 0 ? m.slot_free({ count: free }) : whyNotShort(whyNot)}</span>
    </span>
  );
}

/** What a screen reader says for a day and what is left of it. */
export function dayName({ day, free, whyNot }: Day): string {
  const date = dateLabel(day);
  if (free > 0) return m.slot_day_name({ day: date, count: free });
  return `${m.slot_day_full({ day: date })}: ${whyNotShort(whyNot)}`;
}
