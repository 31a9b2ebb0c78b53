import { useId } from "react";
import type { components } from "../../../api/schema";
import { RadioTile } from "../../../components/radio-tile";
import { timeLabel } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import { type DayPart, slotGroups } from "../slot-groups";

interface SlotListProps {
  slots: components["schemas"]["FreeSlot"][];
  chosen: string | undefined;
  onChoose: (time: string) => void;
}

const partNames: Record<DayPart, () => string> = {
  morning: m.slot_morning,
  afternoon: m.slot_afternoon,
  evening: m.slot_evening,
};

/** The free times of one day. One group of radio buttons, so that the arrow keys lead from the first to the last. */
export function SlotList({ slots, chosen, onChoose }: SlotListProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{m.schedule_time()}</legend>
      <p aria-live="polite" className="text-lg font-bold text-brand-ink">
        {m.slots_available({ count: slots.length })}
      </p>
      {slots.length === 0 && <p className="mt-2 text-muted">{m.slot_none_day()}</p>}
      {slotGroups(slots).map(({ part, times }) => (
        <div key={part} className="mt-4">
          <h3 className="font-semibold text-muted">{partNames[part]()}</h3>
          <div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-2 lang-ml:grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))]">
            {times.map((time) => (
              <RadioTile
                key={time}
                name={name}
                label={m.slot_name({ time: timeLabel(time) })}
                isChosen={time === chosen}
                onChoose={() => onChoose(time)}
              >
                <span aria-hidden className="flex min-h-11 items-center font-semibold">
                  {timeLabel(time)}
                </span>
              </RadioTile>
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
