import { weekdayName, weekdays } from "../lib/visit-time";
import { m } from "../messages";

interface WeekdayTogglesProps {
  label: string;
  hint?: string;
  /** The days off, as the server names them. */
  daysOff: readonly string[];
  onChange: (daysOff: string[]) => void;
}

/** The seven weekdays, each a working day or a day off. The text says which; the colour only repeats it. */
export function WeekdayToggles({ label, hint, daysOff, onChange }: WeekdayTogglesProps) {
  function toggle(day: string): void {
    onChange(weekdays.filter((weekday) => (weekday === day) !== daysOff.includes(weekday)));
  }
  return (
    <fieldset className="@container min-w-0">
      <legend className="font-semibold">{label}</legend>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      <div className="mt-2 grid grid-cols-4 gap-2 @[26rem]:grid-cols-7 lang-ml:grid-cols-4 lang-ml:@lg:grid-cols-7">
        {weekdays.map((day) => {
          const isOff = daysOff.includes(day);
          return (
            <label
              key={day}
              className="relative flex min-h-15 cursor-pointer flex-col items-center justify-center rounded-control border border-field bg-surface px-1 py-2 text-center leading-snug transition-colors hover:bg-sunken has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="checkbox"
                aria-label={weekdayName(day)}
                checked={isOff}
                onChange={() => toggle(day)}
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control outline-none"
              />
              <span aria-hidden className="font-semibold lang-ml:text-sm">
                {weekdayName(day, "short")}
              </span>
              <span aria-hidden className="text-sm lang-ml:text-xs">
                {isOff ? m.schedule_day_off() : m.schedule_day_open()}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
