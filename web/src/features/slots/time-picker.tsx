/** A day and a time of a week that is known already. */

import { m } from "../../messages";
import { DayStrip, whyNotText } from "./day-strip";
import { sessionAt } from "./sessions";
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

/** What is shown of a choice: the chosen day, or the first one with a free slot; the time as long as it is free. */
export function shownTime<D extends Week[number]>(week: readonly D[], { day, time }: ChosenTime) {
  const shown = week.find((one) => one.day === day) ?? week.find(({ free }) => free > 0);
  const slot = shown?.slots.find((one) => one.time === time);
  return { shown, time: slot?.time, session: sessionAt(shown?.sessions ?? [], slot?.time) };
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
