/** The slot picker: a day, then a time. For booking and for rescheduling. */

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/button";
import { Sheet } from "../../components/dialog";
import { Loaded } from "../../components/loaded";
import { Skeleton } from "../../components/skeletons";
import { dateTimeLabel } from "../../lib/visit-time";
import { m } from "../../messages";
import { Alternatives } from "./alternatives";
import { availabilityQuery, freeSlotsQuery, type Mode } from "./api";
import { DayStrip, mayBecomeFree, whyNotText } from "./day-strip";
import { sessionAt, sessionPlace } from "./sessions";
import { SlotList } from "./slot-list";

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
  const day = shown?.day;
  const slots = useQuery({ ...freeSlotsQuery(doctorId, day ?? "", mode), enabled: isFree });
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
                mode={mode}
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
