/** A doctor as patients find one. */
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
};
