/** Texts of a doctor that several views have: the top of a card and of the doctor's page (`scheduling/find_page/rules.rs`). */
import { initials } from "../../components/avatar";
import { specialityLabel } from "../../lib/specialities";
import { optional } from "../../lib/template";
import { doctorTitle, experienceText } from "../../lib/words";
import { m } from "../../messages";
import type { FoundDoctor } from "./api";

export interface DoctorTexts {
  photo: readonly string[];
  /** Without a photo. */
  initials: readonly string[];
  name: string;
  speciality: string;
  experience: string;
  registration: string;
}

export function doctorTexts(doctor: FoundDoctor): DoctorTexts {
  return {
    photo: optional(doctor.Image || null),
    initials: optional(!doctor.Image && initials(doctor.full_Name)),
    name: doctorTitle(doctor),
    speciality: specialityLabel(doctor.specialization),
    experience: experienceText(doctor.experience),
    registration: m.doctor_registration({ number: doctor.doctor_ID }),
  };
}
