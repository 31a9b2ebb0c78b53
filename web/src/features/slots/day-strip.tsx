import { useId } from "react";
import type { components } from "../../api/schema";
import { RadioTile } from "../../components/radio-tile";
import { dateLabel, timeRange, weekday } from "../../lib/visit-time";
import { m } from "../../messages";

interface DayStripProps {
  days: readonly Day[];
  chosen: string | undefined;
  onChoose: (day: string) => void;
}

/** The next seven days with their free slots; a full day shows the reason. */
export function DayStrip({ days, chosen, onChoose }: DayStripProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{m.slot_choose_day()}</legend>
      <div className="-mx-5 mt-1 overflow-x-auto px-5 py-1.5 md:-mx-6 md:px-6">
        <div className="grid w-full auto-cols-[minmax(2.85rem,1fr)] grid-flow-col gap-1 lang-ml:auto-cols-[minmax(3.75rem,1fr)]">
          {days.map((day) => (
            <RadioTile
              key={day.day}
              name={name}
              label={dayName(day)}
              isChosen={day.day === chosen}
              isQuiet={day.free === 0}
              onChoose={() => onChoose(day.day)}
            >
              <DayText {...dayTexts(day)} />
            </RadioTile>
          ))}
        </div>
      </div>
      {days.some(({ free }) => free === 0) && <p className="mt-1 text-sm text-muted">{m.slot_full_note()}</p>}
    </fieldset>
  );
}

interface Day {
  day: string;
  free: number;
  /** The text of a day without free slots. */
  whyNot?: WhyNot | null;
}

export interface DayTexts {
  weekday: string;
  date: string;
  free: string;
}

export function dayTexts({ day, free, whyNot }: Day): DayTexts {
  return {
    weekday: weekday(day),
    date: day.slice(8),
    free: free > 0 ? m.slot_free({ count: free }) : whyNotShort(whyNot),
  };
}

/** "Mon 05" with the number of free slots. Hidden from screen readers, which read the control's name. */
export function DayText({ weekday, date, free }: DayTexts) {
  return (
    <span aria-hidden className="flex flex-col py-2 leading-tight">
      <span className="text-sm font-semibold lang-ml:text-xs">
        {`${weekday} `}
        <span className="block text-xl font-bold">{date}</span>
      </span>
      <span className="-mx-1 mt-1 text-xs">{free}</span>
    </span>
  );
}

/** A day's accessible name. */
export function dayName({ day, free, whyNot }: Day): string {
  const date = dateLabel(day);
  if (free > 0) return m.slot_day_name({ day: date, count: free });
  return `${m.slot_day_full({ day: date })}: ${whyNotShort(whyNot)}`;
}

type WhyNot = components["schemas"]["WhyNot"];

const short: Partial<Record<string, () => string>> = {
  full: m.why_full_short,
  held: m.why_held_short,
  day_off: m.schedule_day_off,
  leave: m.why_leave_short,
  past: m.why_past_short,
  too_soon: m.why_too_soon_short,
};

export const whyNotReasons: readonly string[] = Object.keys(short);

/** Unknown reasons of a newer server read as "none". */
export function whyNotShort(whyNot: Pick<Why, "reason"> | null | undefined): string {
  return (short[whyNot?.reason ?? ""] ?? m.slot_none_short)();
}

const sentences: Partial<Record<string, () => string>> = {
  full: m.why_full,
  held: m.why_held,
  day_off: m.why_day_off,
  past: m.why_past,
  too_soon: m.why_too_soon,
  too_far_ahead: m.why_too_far,
  outside_hours: m.why_no_hours,
  taken: m.why_taken,
};

interface Why {
  reason: string;
  /** The last day of a leave. */
  until?: string | null;
  /** The hours without slots: between two sessions, or during leave. */
  from?: string | null;
  to?: string | null;
}

export function whyNotText({ reason, until, from, to }: Why): string {
  const hours = from && to ? timeRange(from, to) : undefined;
  if (reason === "leave" && hours) return m.why_leave_hours({ hours });
  if (reason === "leave") return until ? m.why_leave({ day: dateLabel(until) }) : m.why_away();
  if (reason === "between_sessions" && hours) return m.why_between({ hours });
  return (sentences[reason] ?? m.why_none)();
}
