/** Texts of a doctor that several views have: the top of a card and of the doctor's page (`scheduling/find_page/rules.rs`). */
import { specialityLabel } from "../../lib/specialities";
import { doctorTitle, experienceText } from "../../lib/words";
import { m } from "../../messages";
import type { FoundDoctor } from "./api";
import { type PortraitTexts, portraitTexts } from "./components/portrait";

export interface DoctorTexts extends PortraitTexts {
  name: string;
  speciality: string;
  experience: string;
  registration: string;
}

export function doctorTexts(doctor: FoundDoctor): DoctorTexts {
  return {
    ...portraitTexts(doctor.full_Name, doctor.Image),
    name: doctorTitle(doctor),
    speciality: specialityLabel(doctor.specialization),
    experience: experienceText(doctor.experience),
    registration: m.doctor_registration({ number: doctor.doctor_ID }),
  };
}
