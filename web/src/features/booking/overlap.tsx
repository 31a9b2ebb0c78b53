/** Whether a patient has another visit at the time that is about to be booked, and the question about it. */
import { useEffect, useRef } from "react";
import { useDistrictName } from "../../api/reference";
import { placeName } from "../../lib/places";
import { timeLabel } from "../../lib/visit-time";
import { doctorTitle } from "../../lib/words";
import { m } from "../../messages";
import type { Booking } from "./api";

interface Wanted {
  doctorId: string;
  name: string;
  person?: string;
  /** As in "2024-01-05" */
  date: string;
  /** As in "09:15" */
  time: string;
}

const slotMillis = 15 * 60_000;

const isAlike = (one: string, other: string) =>
  one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();

/** The overlapping visit of the same person. The same slot of the same doctor is a repeated request. */
export function overlapping(bookings: readonly Booking[], wanted: Wanted): Booking | undefined {
  const start = Date.parse(`${wanted.date}T${wanted.time}:00+05:30`);
  return bookings.find((booking) => {
    const isSamePerson =
      (wanted.person !== undefined && booking.person === wanted.person) ||
      isAlike(booking.patient_name, wanted.name);
    const apart = Math.abs(Date.parse(booking.startsAt) - start);
    const isSameBooking = booking.doctorId._id === wanted.doctorId && apart === 0;
    return booking.changeable && isSamePerson && apart < slotMillis && !isSameBooking;
  });
}

/** Asks before a second visit at the same time is booked. `other` is the first one. */
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
      className="rounded-control bg-pending-soft p-4 text-pending-ink wrap-anywhere"
    >
      <p className="font-semibold">{m.overlap_title({ time: timeLabel(other.time), place: where })}</p>
      <p>{m.overlap_text({ doctor: doctorTitle(doctor), name: other.patient_name })}</p>
    </div>
  );
}
