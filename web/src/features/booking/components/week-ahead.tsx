import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../../../components/loaded";
import { Waiting } from "../../../components/waiting";
import { m } from "../../../paraglide/messages";
import { availabilityQuery } from "../api/patient";
import { DayText, dayName } from "./day-text";

const gridLook = "grid grid-cols-4 gap-2 sm:grid-cols-7 lg:grid-cols-4";
const tileLook = "rounded-control border text-center transition-colors";

/** Today and the six days after, each a way into the slot picker. */
export function WeekAhead({ doctorId, onChoose }: { doctorId: string; onChoose: (day: string) => void }) {
  const availability = useQuery(availabilityQuery(doctorId));
  return (
    <Loaded load={availability} waiting={<DaysWaiting />} missing={m.slot_load_failed()}>
      {(days) => (
        <>
          <ul className={gridLook}>
            {days.map((day) => (
              <li key={day.day}>
                <button
                  type="button"
                  disabled={day.free === 0}
                  aria-label={dayName(day)}
                  onClick={() => onChoose(day.day)}
                  className={`${tileLook} w-full cursor-pointer border-field bg-surface hover:bg-sunken disabled:cursor-default disabled:border-line disabled:bg-sunken disabled:text-muted`}
                >
                  <DayText {...day} />
                </button>
              </li>
            ))}
          </ul>
          {days.every(({ free }) => free === 0) && <p className="mt-3 text-muted">{m.slot_none_week()}</p>}
        </>
      )}
    </Loaded>
  );
}

const places = [1, 2, 3, 4, 5, 6, 7];

function DaysWaiting() {
  return (
    <Waiting className={gridLook}>
      {places.map((place) => (
        <div key={place} aria-hidden className={`${tileLook} border-line bg-sunken text-transparent`}>
          <DayText day="2024-01-01" free={0} />
        </div>
      ))}
    </Waiting>
  );
}
