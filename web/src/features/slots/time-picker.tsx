/** The choice of a day and a time in a week that is loaded. */

import { Button } from "../../components/button";
import { dateTimeLabel } from "../../lib/visit-time";
import { m } from "../../messages";
import type { DaySession } from "./api";
import { DayStrip, whyNotText } from "./day-strip";
import { sessionAt, sessionPlace } from "./sessions";
import { SlotList } from "./slot-list";

type Week = readonly (Parameters<typeof DayStrip>[0]["days"][number] & {
  slots: Parameters<typeof SlotList>[0]["slots"];
  sessions?: Parameters<typeof SlotList>[0]["sessions"];
})[];

export interface ChosenTime {
  /** As in "2024-01-05" */
  day?: string;
  /** As in "09:15" */
  time?: string;
}

/**
 * The shown day and time: the chosen day, or the first one with a free slot; the chosen time as long as it is free.
 * `isSent`: the choice is being sent, or its answer was lost. The time stays then, because it may be the own booking that took it.
 */
export function shownTime<D extends Week[number]>(
  week: readonly D[],
  { day, time: chosen }: ChosenTime,
  isSent = false,
) {
  const shown = week.find((one) => one.day === day) ?? week.find(({ free }) => free > 0);
  const isThere = shown?.day === day && (isSent || shown?.slots.some(({ time }) => time === chosen));
  const time = isThere ? chosen : undefined;
  return {
    shown,
    time,
    isTaken: chosen !== undefined && time === undefined,
    session: sessionAt(shown?.sessions ?? [], time),
  };
}

interface TimeFooterProps {
  day: string | undefined;
  time: string | undefined;
  session: Pick<DaySession, "mode" | "place" | "fee"> | undefined;
  /** The chosen time was taken meanwhile. */
  isTaken?: boolean;
  isReady?: boolean;
  isPending?: boolean;
  cancelLabel: string;
  submitLabel: string;
  onSubmit: () => void;
  onClose: () => void;
}

/** Below the days and times of a sheet: the choice in words, and the buttons. */
export function TimeFooter(props: TimeFooterProps) {
  const { day, time, session, isTaken = false, isReady = true, isPending } = props;
  return (
    <>
      {isTaken ? (
        <p role="alert" className="mb-3 text-center font-semibold text-blood-ink">
          {m.slot_just_taken()}
        </p>
      ) : (
        <p aria-live="polite" className="mb-3 text-center font-semibold">
          {day && time ? dateTimeLabel(day, time) : m.schedule_hint()}
          {session && <span className="block font-normal">{sessionPlace(session)}</span>}
        </p>
      )}
      <div className="flex flex-wrap gap-3 *:flex-auto">
        <Button tone="quiet" onPress={props.onClose}>
          {props.cancelLabel}
        </Button>
        <Button isDisabled={!isReady || !day || !time} isPending={isPending} onPress={props.onSubmit}>
          {props.submitLabel}
        </Button>
      </div>
    </>
  );
}

interface TimePickerProps {
  doctorId: string;
  week: Week;
  chosen: ChosenTime;
  onChoose: (chosen: ChosenTime) => void;
}

export function TimePicker({ doctorId, week, chosen, onChoose }: TimePickerProps) {
  const { shown, time } = shownTime(week, chosen);
  return (
    <>
      <DayStrip days={week} chosen={shown?.day} onChoose={(day) => onChoose({ day })} />
      {!shown && <p>{m.desk_book_full()}</p>}
      {shown && shown.free === 0 && <p>{whyNotText(shown.whyNot ?? { reason: "full" })}</p>}
      {shown && shown.free > 0 && (
        <SlotList
          doctorId={doctorId}
          day={shown.day}
          slots={shown.slots}
          sessions={shown.sessions ?? []}
          first={undefined}
          chosen={time}
          canWait={false}
          onChoose={(time) => onChoose({ day: shown.day, time })}
        />
      )}
    </>
  );
}
