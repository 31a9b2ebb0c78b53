import { useEffect, useRef } from "react";
import { useDistrictName } from "../../../api/reference";
import { placeName } from "../../../lib/places";
import { timeLabel } from "../../../lib/visit-time";
import { doctorTitle } from "../../../lib/words";
import { m } from "../../../paraglide/messages";
import type { Booking } from "../api/patient";

/** Asks, above the button, before somebody has two visits at the same time. `other` is the one that they have. */
export function OverlapQuestion({ other }: { other: Booking }) {
  const districtName = useDistrictName();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { doctorId: doctor, place } = other;
  const where = place ? placeName(place) : districtName(doctor.district);
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-control bg-waiting-soft p-4 text-waiting-ink wrap-anywhere"
    >
      <p className="font-semibold">{m.overlap_title({ time: timeLabel(other.time), place: where })}</p>
      <p>{m.overlap_text({ doctor: doctorTitle(doctor), name: other.patient_name })}</p>
    </div>
  );
}
