import { useId } from "react";
import type { components } from "../../../api/schema";
import { RadioTile } from "../../../components/radio-tile";
import { evening, timeLabel } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";

interface SlotListProps {
  slots: components["schemas"]["FreeSlot"][];
  /** The time to have in sight at first, should it lie far below. */
  first?: string;
  chosen: string | undefined;
  onChoose: (time: string) => void;
}

const partNames = {
  morning: m.slot_morning,
  afternoon: m.slot_afternoon,
  evening: m.slot_evening,
};

function partOf(time: string): keyof typeof partNames {
  if (time < "12:00") return "morning";
  return time < evening ? "afternoon" : "evening";
}

/** Free slots by part of the day, as people choose them; parts without one are left out. */
export function slotGroups(slots: readonly { time: string }[]) {
  const times = slots.map(({ time }) => time);
  return (["morning", "afternoon", "evening"] as const)
    .map((part) => ({ part, times: times.filter((time) => partOf(time) === part) }))
    .filter((group) => group.times.length > 0);
}

/** Always the same function: it is called when the tile comes, not at every drawing. */
const bringIntoSight = (tile: HTMLElement | null) => tile?.scrollIntoView({ block: "nearest" });

/** The free times of one day. One group of radio buttons, so that the arrow keys lead from the first to the last. */
export function SlotList({ slots, first, chosen, onChoose }: SlotListProps) {
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
                <span
                  ref={time === first ? bringIntoSight : undefined}
                  aria-hidden
                  className="flex min-h-11 scroll-mb-28 items-center font-semibold"
                >
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
