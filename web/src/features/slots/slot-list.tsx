/** The free slots of a day, to choose one. */

import { useId } from "react";
import { RadioTile } from "../../components/radio-tile";
import { useIndiaTime } from "../../lib/india-time";
import { evening, timeLabel, timeRange } from "../../lib/visit-time";
import { isByPhone } from "../../lib/words";
import { m } from "../../messages";
import { LazyWait } from "./alternatives";
import type { DaySession } from "./api";
import { sessionPlace, slotsBySession } from "./sessions";

interface SlotListProps {
  doctorId: string;
  day: string;
  slots: readonly { time: string }[];
  /** The day's sessions; empty for a doctor with the same hours every day. */
  sessions: readonly DaySession[];
  /** The slot to scroll to. */
  first?: string;
  chosen: string | undefined;
  /** Offers the waiting list of a full session. */
  canWait: boolean;
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

/** Free slots by part of the day; parts without slots are left out. */
export function slotGroups(slots: readonly { time: string }[]) {
  const times = slots.map(({ time }) => time);
  return (["morning", "afternoon", "evening"] as const)
    .map((part) => ({ part, times: times.filter((time) => partOf(time) === part) }))
    .filter((group) => group.times.length > 0);
}

/** A stable ref callback: it runs when the tile mounts, not on every render. */
const scrollIntoView = (tile: HTMLElement | null) => tile?.scrollIntoView({ block: "nearest" });

/** The free slots of a day as one group of radio buttons, so that arrow keys reach all. */
export function SlotList(props: SlotListProps) {
  const { doctorId, day, slots, sessions, canWait } = props;
  const name = useId();
  const now = useIndiaTime();
  const isOver = ({ to }: DaySession) => now !== undefined && day === now.day && to <= now.time;
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{m.slot_choose_time()}</legend>
      <p aria-live="polite" className="text-lg font-bold text-brand-ink">
        {m.slot_available_count({ count: slots.length })}
      </p>
      {slots.length === 0 && <p className="mt-2 text-muted">{m.slot_none_day()}</p>}
      {sessions.length === 0 &&
        slotGroups(slots).map(({ part, times }) => (
          <div key={part} className="mt-4">
            <h3 className="font-semibold text-muted">{partNames[part]()}</h3>
            <Times {...props} name={name} times={times} />
          </div>
        ))}
      {slotsBySession(slots, sessions).map(({ session, times }) => (
        <div key={session.from} className="mt-5">
          <h3 className="font-semibold wrap-anywhere">
            {sessionPlace(session)}
            <span className="block font-normal text-muted">{timeRange(session.from, session.to)}</span>
          </h3>
          <Times {...props} name={name} times={times} />
          {times.length === 0 && (
            <p className="mt-2 text-muted">{isOver(session) ? m.session_over() : m.session_full()}</p>
          )}
          {/* Times by phone are not offered to a waiting list. */}
          {times.length === 0 && canWait && !isOver(session) && !isByPhone(session) && (
            <div className="mt-2">
              <LazyWait doctorId={doctorId} day={day} session={session} />
            </div>
          )}
        </div>
      ))}
    </fieldset>
  );
}

interface TimesProps extends Pick<SlotListProps, "first" | "chosen" | "onChoose"> {
  name: string;
  times: readonly string[];
}

function Times({ name, times, first, chosen, onChoose }: TimesProps) {
  return (
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
            ref={time === first ? scrollIntoView : undefined}
            aria-hidden
            className="flex min-h-11 scroll-mb-28 items-center font-semibold"
          >
            {timeLabel(time)}
          </span>
        </RadioTile>
      ))}
    </div>
  );
}
