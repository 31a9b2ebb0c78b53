/** The slot picker: a day, then a time. For booking and for rescheduling. */

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import type { components } from "../../api/schema";
import { Button } from "../../components/button";
import { Sheet } from "../../components/dialog";
import { Loaded } from "../../components/loaded";
import { RadioTile } from "../../components/radio-tile";
import { Skeleton } from "../../components/skeletons";
import { useIndiaTime } from "../../lib/india-time";
import { dateTimeLabel, evening, timeLabel, timeRange } from "../../lib/visit-time";
import { m } from "../../messages";
import { Alternatives, LazyWait } from "./alternatives";
import { availabilityQuery, type DaySession, freeSlotsQuery } from "./api";
import { DayStrip, mayBecomeFree, whyNotText } from "./day-strip";
import { sessionAt, sessionPlace, slotsBySession } from "./sessions";

interface ScheduleSheetProps {
  title: string;
  doctorId: string;
  /** The day to open at, as long as it has a free slot. */
  firstDay?: string;
  /** The slot to scroll to. */
  firstTime?: string;
  /** Whether that slot is selected already. */
  isFirstChosen?: boolean;
  submitLabel: string;
  cancelLabel?: string;
  isPending?: boolean;
  isReady?: boolean;
  onSubmit: (day: string, time: string) => void;
  onClose: () => void;
  /** Rescheduling: other doctors are not offered. */
  isSameDoctor?: boolean;
  /** The patient or purpose that the time is for. */
  children: ReactNode;
}

export function ScheduleSheet(props: ScheduleSheetProps) {
  const {
    title,
    doctorId,
    firstDay,
    firstTime,
    isFirstChosen = false,
    submitLabel,
    cancelLabel = m.slot_cancel(),
    isPending,
    isReady = true,
    isSameDoctor,
    onSubmit,
    onClose,
    children,
  } = props;
  const [chosenDay, setDay] = useState(isFirstChosen ? firstDay : undefined);
  const [chosenTime, setTime] = useState(isFirstChosen ? firstTime : undefined);
  const availability = useQuery(availabilityQuery(doctorId));
  const week = availability.data ?? [];
  const free = week.filter((day) => day.free > 0);
  // A full day can be chosen to read why, but is never preselected.
  const shown =
    week.find((day) => day.day === chosenDay) ?? free.find((day) => day.day === firstDay) ?? free[0];
  const isFree = shown !== undefined && shown.free > 0;
  const day = shown?.day;
  const slots = useQuery({ ...freeSlotsQuery(doctorId, day ?? ""), enabled: isFree });
  // A slot that was taken meanwhile is no longer chosen.
  const time = slots.data?.slots.find((slot) => slot.time === chosenTime)?.time;
  const session = sessionAt(slots.data?.sessions ?? [], time);

  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <>
          <p aria-live="polite" className="mb-3 text-center font-semibold">
            {day && time ? dateTimeLabel(day, time) : m.schedule_hint()}
            {session && <span className="block font-normal">{sessionPlace(session)}</span>}
          </p>
          <div className="grid grid-cols-2 gap-3">
            <Button tone="quiet" onPress={onClose}>
              {cancelLabel}
            </Button>
            <Button
              isDisabled={!isReady || !day || !time}
              isPending={isPending}
              onPress={() => {
                if (day && time) onSubmit(day, time);
              }}
            >
              {submitLabel}
            </Button>
          </div>
        </>
      }
    >
      {children}
      <Loaded
        load={availability}
        fallback={
          <Skeleton className="flex flex-col gap-6">
            <div className="h-28 rounded-card bg-sunken" />
            <div className="h-64 rounded-card bg-sunken" />
          </Skeleton>
        }
        missing={m.slot_load_failed()}
      >
        {(days) => (
          <>
            <DayStrip
              days={days}
              chosen={day}
              onChoose={(day) => {
                setDay(day);
                setTime(undefined);
              }}
            />
            {shown && !isFree && (
              <Alternatives
                doctorId={doctorId}
                day={shown.day}
                why={whyNotText(shown.whyNot ?? { reason: "full" })}
                canWait={!isSameDoctor && mayBecomeFree(shown.whyNot)}
                isSameDoctor={isSameDoctor}
                onChoose={(day, time) => {
                  setDay(day);
                  setTime(time);
                }}
              />
            )}
            {isFree && (
              <Loaded load={slots} fallback={<Skeleton look="h-64" />} missing={m.slot_load_failed()}>
                {(free) => (
                  <SlotList
                    doctorId={doctorId}
                    day={shown.day}
                    slots={free.slots}
                    sessions={free.sessions}
                    canWait={!isSameDoctor}
                    first={day === firstDay ? firstTime : undefined}
                    chosen={time}
                    onChoose={setTime}
                  />
                )}
              </Loaded>
            )}
            {!shown && <p>{m.slot_none_week()}</p>}
          </>
        )}
      </Loaded>
    </Sheet>
  );
}

interface SlotListProps {
  doctorId: string;
  day: string;
  slots: components["schemas"]["FreeSlot"][];
  /** The day's sessions, if they are not just hours at the doctor's clinic. */
  sessions: readonly DaySession[];
  /** The slot to scroll to. */
  first?: string;
  chosen: string | undefined;
  /** One can join the waiting list of a full session. */
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
const bringIntoSight = (tile: HTMLElement | null) => tile?.scrollIntoView({ block: "nearest" });

/** The free slots of a day as one group of radio buttons, so that arrow keys reach all. */
function SlotList(props: SlotListProps) {
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
          {times.length === 0 && canWait && !isOver(session) && (
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
            ref={time === first ? bringIntoSight : undefined}
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
