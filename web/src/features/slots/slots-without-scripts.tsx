import { view } from "../../lib/template";
import { m } from "../../messages";

interface DayOfSlots {
  title: string;
  times: readonly { time: string; label: string }[];
  /** Why there are none. */
  none: readonly string[];
}

/** The day in the page's address; only the server lists its slots there. */
export const chosenDay = view((): readonly DayOfSlots[] => []);

/** The free times of a day, for browsers that cannot open the slot picker. */
export function SlotsWithoutScripts() {
  return (
    <noscript>
      {chosenDay().map(({ title, times, none }) => (
        <section key="day" aria-labelledby="slots" className="mt-5">
          {/* The links of the days lead here. */}
          <h3 id="slots" className="scroll-mt-20 font-bold">
            {title}
          </h3>
          <ul className="mt-2 flex flex-wrap gap-2">
            {times.map(({ time, label }) => (
              <li key={time} className="rounded-control bg-brand-soft px-4 py-2 font-semibold text-brand-ink">
                {label}
              </li>
            ))}
          </ul>
          {none.map((text) => (
            <p key="none">{text}</p>
          ))}
          <p className="mt-3 text-muted">{m.no_script_booking_text()}</p>
        </section>
      ))}
    </noscript>
  );
}
