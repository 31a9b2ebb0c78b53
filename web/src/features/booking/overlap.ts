/** Whether somebody has another visit at the time that is about to be booked. */
import type { Booking } from "./api/patient";

interface Wanted {
  doctorId: string;
  name: string;
  person?: string;
  /** As in "2024-01-05" */
  date: string;
  /** As in "09:15" */
  time: string;
}

/** How long a visit takes. */
const slotMillis = 15 * 60_000;

const isAlike = (one: string, other: string) =>
  one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();

/** The visit of the same person that overlaps. The same slot of the same doctor is the same booking, sent again. */
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
