/** Bookings as the server sends them, for tests. */
import type { components } from "../api/schema";

type DoctorBooking = components["schemas"]["DoctorBooking"];

/** As a doctor gets it. */
export function doctorBooking(booking: Partial<DoctorBooking> = {}): DoctorBooking {
  const time = booking.time ?? "09:15";
  return {
    _id: "b1",
    patient_name: "Asha Nair",
    contact_number: "9846012345",
    date: "Jan 5, 2024",
    time,
    startsAt: `2024-01-05T${time}:00+05:30`,
    status: "Pending",
    bookingTime_Date: "2024-01-01T00:00:00Z",
    fee: 300,
    reason: null,
    unanswered: false,
    overlaps: false,
    walkIn: false,
    offered: null,
    followUpOf: null,
    withoutFee: false,
    place: null,
    ...booking,
  };
}
