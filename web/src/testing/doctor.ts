/** Doctors as the public API returns them, for tests. */
import type { components } from "../api/schema";

export const exampleDoctor: components["schemas"]["FoundDoctor"] = {
  _id: "d1",
  full_Name: "Anjali Nair",
  doctor_ID: "TCMC-1",
  specialization: "ENT",
  experience: 14,
  consultation_Fee: 450,
  consultation_Address: "Lotus Clinic",
  district: "Kozhikode",
  state: "Kerala",
  pincode: "673001",
  gender: "Female",
  startTime: "09:00",
  endTime: "17:00",
  Image: null,
  daysOff: [],
  nameMl: null,
  addressMl: null,
  sessions: [],
  places: [],
  phoneFee: null,
  nextTimes: [],
};

/** An assistant's action in the doctor's list. */
export const deskAct: components["schemas"]["DeskAct"] = {
  _id: "a1",
  at: "2026-11-15T09:00:00+05:30",
  by: { name: "Anu", kind: "assistant" },
  action: "approve",
  booking: "b1",
  patient_name: "Asha Nair",
  detail: null,
};

/** The response with the doctors for whom the desk may act. */
export function deskDoctor(
  doctor: Partial<components["schemas"]["ServedDoctor"]>,
): components["schemas"]["ServedDoctor"] {
  return {
    _id: "d1",
    name: "Meera",
    specialization: "ENT",
    image: null,
    place: null,
    today: 1,
    arrived: 0,
    pending: 0,
    ...doctor,
  };
}
