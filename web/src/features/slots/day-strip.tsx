import { useId } from "react";
import type { components } from "../../api/schema";
import { RadioTile } from "../../components/radio-tile";
import { dateLabel, dayLabel, weekday } from "../../lib/visit-time";
import { m } from "../../messages";
import { type WhyNot, whyNotShort } from "./why-not";

interface DayStripProps {
  days: components["schemas"]["DayView"][];
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
              <DayText {...day} />
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
  /** Where nothing is free. */
  whyNot?: WhyNot | null;
}

/** "Mon 05" with the number of free slots. Hidden from screen readers, which read the control's name. */
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

/** A day's accessible name. */
export function dayName({ day, free, whyNot }: Day): string {
  const date = dateLabel(day);
  if (free > 0) return m.slot_day_name({ day: date, count: free });
  return `${m.slot_day_full({ day: date })}: ${whyNotShort(whyNot)}`;
}
