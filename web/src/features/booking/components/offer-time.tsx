/** Another time that a doctor offers with a rejection: one of the free ones. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { NativeSelect } from "../../../components/native-select";
import { dateLabel, timeLabel } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import { availabilityQuery, freeSlotsQuery } from "../api/patient";

/** Its fields are `offerDate` and `offerTime` of the form around it. Without free days there is nothing to offer. */
export function OfferTime({ docId }: { docId: string }) {
  const [day, setDay] = useState("");
  const [time, setTime] = useState("");
  const days = useQuery(availabilityQuery(docId)).data?.filter(({ free }) => free > 0) ?? [];
  const slots = useQuery({ ...freeSlotsQuery(docId, day), enabled: day !== "" }).data?.slots ?? [];
  if (days.length === 0) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NativeSelect
        label={m.clinic_offer_day()}
        name="offerDate"
        placeholder={m.clinic_offer_none()}
        options={days.map(({ day }) => ({ id: day, label: dateLabel(day) }))}
        value={day}
        onChange={(chosen) => {
          setDay(chosen);
          setTime("");
        }}
      />
      {day !== "" && (
        <NativeSelect
          label={m.confirm_time()}
          name="offerTime"
          placeholder={m.schedule_time()}
          options={slots.map((slot) => ({ id: slot.time, label: timeLabel(slot.time) }))}
          value={time}
          onChange={setTime}
          isRequired
        />
      )}
    </div>
  );
}
