import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { components } from "../../api/schema";
import { Loaded } from "../../components/loaded";
import { Skeleton } from "../../components/skeletons";
import { m } from "../../messages";
import { Alternatives } from "./alternatives";
import { availabilityQuery } from "./api";
import { DayText, dayName, whyNotText } from "./day-strip";

const gridLook = "grid grid-cols-4 gap-2 sm:grid-cols-7 lg:grid-cols-4";
const tileLook = "rounded-control border text-center transition-colors";

type Day = components["schemas"]["DayView"];

interface WeekAheadProps {
  doctorId: string;
  onChoose: (day: string, time?: string) => void;
}

/** The next seven days, each a link to the slot picker; a full day shows the reason and alternatives. */
export function WeekAhead({ doctorId, onChoose }: WeekAheadProps) {
  const [asked, setAsked] = useState<Day>();
  const availability = useQuery(availabilityQuery(doctorId));
  return (
    <Loaded load={availability} fallback={<DaysSkeleton />} missing={m.slot_load_failed()}>
      {(days) => (
        <>
          <ul className={gridLook}>
            {days.map((day) => (
              <li key={day.day}>
                <button
                  type="button"
                  aria-label={dayName(day)}
                  aria-expanded={day.free === 0 ? day.day === asked?.day : undefined}
                  onClick={() => (day.free > 0 ? onChoose(day.day) : setAsked(day))}
                  className={`${tileLook} w-full cursor-pointer hover:bg-sunken aria-expanded:border-brand ${day.free > 0 ? "border-field bg-surface" : "border-line bg-sunken text-muted"}`}
                >
                  <DayText {...day} />
                </button>
              </li>
            ))}
          </ul>
          {days.every(({ free }) => free === 0) && <p className="mt-3 text-muted">{m.slot_none_week()}</p>}
          {asked && (
            <div className="mt-4">
              <Alternatives
                doctorId={doctorId}
                day={asked.day}
                why={whyNotText(asked.whyNot ?? { reason: "full" })}
                canWait
                onChoose={onChoose}
              />
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}

const places = [1, 2, 3, 4, 5, 6, 7];

function DaysSkeleton() {
  return (
    <Skeleton className={gridLook}>
      {places.map((place) => (
        <div key={place} aria-hidden className={`${tileLook} border-line bg-sunken text-transparent`}>
          <DayText day="2024-01-01" free={0} />
        </div>
      ))}
    </Skeleton>
  );
}
