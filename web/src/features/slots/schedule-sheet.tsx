/** The slot picker: a day, then a time. For booking and for rescheduling. */

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Sheet } from "../../components/dialog";
import { Loaded } from "../../components/loaded";
import { Skeleton } from "../../components/skeletons";
import { m } from "../../messages";
import { Alternatives } from "./alternatives";
import { availabilityQuery, freeSlotsQuery, type Mode } from "./api";
import { DayStrip, whyNotText } from "./day-strip";
import { sessionAt } from "./sessions";
import { SlotList } from "./slot-list";
import { TimeFooter } from "./time-picker";

interface ScheduleSheetProps {
  title: string;
  doctorId: string;
  /** Only slots of this kind. */
  mode?: Mode;
  /** The day to open at, as long as it has a free slot. */
  firstDay?: string;
  /** The slot to scroll to. */
  firstTime?: string;
  /** Whether that slot is selected already. */
  isFirstChosen?: boolean;
  submitLabel: string;
  cancelLabel?: string;
  isPending?: boolean;
  /** The choice is being sent, or its answer was lost (`api/problem.ts`): then it may be the own booking that took the time. */
  isSent?: boolean;
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
    mode,
    firstDay,
    firstTime,
    isFirstChosen = false,
    submitLabel,
    cancelLabel = m.slot_cancel(),
    isPending,
    isSent = false,
    isReady = true,
    isSameDoctor,
    onSubmit,
    onClose,
    children,
  } = props;
  const [chosenDay, setDay] = useState(isFirstChosen ? firstDay : undefined);
  const [chosenTime, setTime] = useState(isFirstChosen ? firstTime : undefined);
  const availability = useQuery(availabilityQuery(doctorId, mode));
  const week = availability.data ?? [];
  const free = week.filter((day) => day.free > 0);
  // A full day can be chosen to read why, but is never preselected.
  const shown =
    week.find((day) => day.day === chosenDay) ?? free.find((day) => day.day === firstDay) ?? free[0];
  const isFree = shown !== undefined && shown.free > 0;
  // Until the week is there, the day that it most likely opens at: both are asked for at once.
  const day = shown?.day ?? (availability.data ? undefined : firstDay);
  const slots = useQuery({
    ...freeSlotsQuery(doctorId, day ?? "", mode),
    enabled: isFree || (!shown && day !== undefined),
  });
  // A slot that was taken meanwhile is no longer chosen.
  const freeSlots = isFree ? slots.data?.slots : shown && [];
  const isFreeStill = freeSlots?.some((slot) => slot.time === chosenTime);
  const time = isFreeStill || isSent ? chosenTime : undefined;
  const isTaken = chosenTime !== undefined && isFreeStill === false && !isSent;
  const session = sessionAt(slots.data?.sessions ?? [], time);

  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <TimeFooter
          {...{ day, time, session, isTaken, isReady, isPending, cancelLabel, submitLabel, onClose }}
          onSubmit={() => {
            if (day && time) onSubmit(day, time);
          }}
        />
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
                mode={mode}
                why={whyNotText(shown.whyNot ?? { reason: "full" })}
                canWait={!isSameDoctor}
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
                    onChoose={(time) => {
                      // The day too: when the first free day fills up, another one is the first.
                      setDay(shown.day);
                      setTime(time);
                    }}
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
