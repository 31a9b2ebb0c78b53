import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { components } from "../../api/schema";
import { Loaded } from "../../components/loaded";
import { Skeleton } from "../../components/skeletons";
import { doctorPageOf } from "../../lib/paths";
import { optional, view } from "../../lib/template";
import { m } from "../../messages";
import { Alternatives } from "./alternatives";
import { availabilityQuery } from "./api";
import { DayText, type DayTexts, dayName, dayTexts, whyNotText } from "./day-strip";
import { SlotsWithoutScripts } from "./slots-without-scripts";

const gridLook = "grid grid-cols-4 gap-2 sm:grid-cols-7 lg:grid-cols-4";
const tileLook = "block w-full rounded-control border text-center transition-colors";

type Day = components["schemas"]["DayView"];

interface TileTexts extends DayTexts {
  name: string;
}

interface WeekTexts {
  /** Each day is either free or full. */
  days: readonly { day: string; free: readonly TileTexts[]; full: readonly TileTexts[] }[];
  /** No day is free. */
  none: readonly string[];
}

export const weekTexts = view(
  (days: readonly Day[]): WeekTexts => ({
    days: days.map((day) => {
      const texts = { name: dayName(day), ...dayTexts(day) };
      return { day: day.day, free: optional(day.free > 0 && texts), full: optional(day.free === 0 && texts) };
    }),
    none: optional(days.every(({ free }) => free === 0) && m.slot_none_week()),
  }),
);

interface WeekAheadProps {
  doctorId: string;
  onChoose: (day: string, time?: string) => void;
}

/** The next seven days, each a link to the slot picker; a full day shows the reason and alternatives. */
export function WeekAhead({ doctorId, onChoose }: WeekAheadProps) {
  const [asked, setAsked] = useState<string>();
  const availability = useQuery(availabilityQuery(doctorId));
  return (
    <>
      <Loaded load={availability} fallback={<DaysSkeleton />} missing={m.slot_load_failed()}>
        {(days) => (
          <>
            <Tiles
              texts={weekTexts(days)}
              doctorId={doctorId}
              asked={asked}
              onChoose={onChoose}
              onAsk={setAsked}
            />
            {days
              .filter(({ day }) => day === asked)
              .map(({ day, whyNot }) => (
                <div key={day} className="mt-4">
                  <Alternatives
                    doctorId={doctorId}
                    day={day}
                    why={whyNotText(whyNot ?? { reason: "full" })}
                    canWait
                    onChoose={onChoose}
                  />
                </div>
              ))}
          </>
        )}
      </Loaded>
      <SlotsWithoutScripts />
    </>
  );
}

interface TilesProps extends WeekAheadProps {
  texts: WeekTexts;
  /** The full day whose alternatives are shown. */
  asked: string | undefined;
  onAsk: (day: string) => void;
}

function Tiles({ texts, doctorId, asked, onChoose, onAsk }: TilesProps) {
  return (
    <>
      <ul className={gridLook}>
        {texts.days.map(({ day, free, full }) => (
          <li key={day}>
            {free.map(({ name, ...texts }) => (
              <Link
                key="free"
                to={`${doctorPageOf(doctorId)}?book=1&day=${day}#slots`}
                aria-label={name}
                onClick={(event) => {
                  // In another tab or window the link opens the same day.
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  onChoose(day);
                }}
                className={`${tileLook} border-field bg-surface hover:bg-sunken`}
              >
                <DayText {...texts} />
              </Link>
            ))}
            {full.map(({ name, ...texts }) => (
              <button
                key="full"
                type="button"
                aria-label={name}
                aria-expanded={day === asked}
                onClick={() => onAsk(day)}
                className={`${tileLook} cursor-pointer border-line bg-sunken text-muted hover:bg-sunken aria-expanded:border-brand`}
              >
                <DayText {...texts} />
              </button>
            ))}
          </li>
        ))}
      </ul>
      {texts.none.map((text) => (
        <p key="none" className="mt-3 text-muted">
          {text}
        </p>
      ))}
    </>
  );
}

const places = [1, 2, 3, 4, 5, 6, 7];

function DaysSkeleton() {
  return (
    <Skeleton className={gridLook}>
      {places.map((place) => (
        <div key={place} aria-hidden className={`${tileLook} border-line bg-sunken text-transparent`}>
          <DayText {...dayTexts({ day: "2024-01-01", free: 0 })} />
        </div>
      ))}
    </Skeleton>
  );
}
