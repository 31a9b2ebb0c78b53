/** What a doctor can change in the profile, as texts for its fields. */
import { current, type Draft, type Saved } from "../../lib/profile-draft";
import type { DoctorProfile } from "./api/own";

export type DoctorField =
  | "email"
  | "phone_Number"
  | "consultation_Fee"
  | "consultation_Address"
  | "state"
  | "district"
  | "pincode"
  | "startTime"
  | "endTime"
  | "hospital";

export function savedDoctor(profile: DoctorProfile): Saved<DoctorField> {
  const { email, phone_Number, consultation_Fee, consultation_Address } = profile;
  const { state, district, pincode, startTime, endTime, hospital } = profile;
  return {
    values: {
      email,
      phone_Number,
      consultation_Fee: String(consultation_Fee),
      consultation_Address,
      state,
      district,
      pincode,
      startTime,
      endTime,
      hospital: hospital?._id ?? "",
    },
    state: "state",
    district: "district",
  };
}

/** Equal times are allowed: they mean that nobody can book. */
export function endsBeforeStart(saved: Saved<DoctorField>, draft: Draft<DoctorField>): boolean {
  return current(saved, draft, "endTime") < current(saved, draft, "startTime");
}
