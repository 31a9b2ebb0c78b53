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
    answerBy: null,
    unanswered: false,
    overlaps: false,
    walkIn: false,
    offered: null,
    followUpOf: null,
    withoutFee: false,
    place: null,
    mode: "clinic",
    phone: null,
    ...booking,
  };
}

/** A coming visit that new hours or leave may affect, as its doctor gets it. */
export const comingVisit = {
  _id: "b1",
  patient_name: "Asha Nair",
  contact_number: "9876543210",
  date: "Dec 25, 2099",
  time: "09:15",
  startsAt: "2099-12-25T09:15:00+05:30",
  status: "Checked",
};

/** The doctor of a patient's booking, offer or entry of the waitlist. */
export const bookedDoctor = {
  _id: "d1",
  full_Name: "Anil Kumar",
  specialization: "Cardiology",
  consultation_Address: "Main Road",
  consultation_Fee: 300,
  district: "Kollam",
  registrationNumber: null,
};

type OwnBooking = components["schemas"]["BookingCard"];

/** As its patient gets it. */
export function ownBooking(booking: Partial<OwnBooking> = {}): OwnBooking {
  return {
    ...doctorBooking({ ...booking, phone: null }),
    phone: null,
    person: null,
    answerBy: "2024-01-04T18:00:00+05:30",
    changeable: true,
    ahead: true,
    today: false,
    queuePage: null,
    doctorId: bookedDoctor,
    ...booking,
  };
}
