import { useId } from "react";
import type { components } from "../../../api/schema";
import { RadioTile } from "../../../components/radio-tile";
import { m } from "../../../paraglide/messages";
import { DayText, dayName } from "./day-text";

type Day = components["schemas"]["DayView"];

interface DayStripProps {
  days: Day[];
  chosen: string | undefined;
  onChoose: (day: string) => void;
}

/** Today and the six days after, each with what is left of it; one with nothing left says why. */
export function DayStrip({ days, chosen, onChoose }: DayStripProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{m.schedule_day()}</legend>
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
