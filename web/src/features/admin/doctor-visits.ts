import { m } from "../../paraglide/messages";
import type { DoctorDetail } from "./api";
import type { ListedVisit } from "./components/visit-list";

/** A doctor's visits, by who comes. Patients who deleted their account leave theirs behind without a name. */
export function visitsOfDoctor(visits: DoctorDetail["coming"]): ListedVisit[] {
  return visits.map(({ _id, startsAt, time, status, patient_name, contact_number }) => ({
    _id,
    startsAt,
    time,
    status,
    who: [patient_name || m.clinic_patient_gone(), contact_number].filter(Boolean).join(" · "),
  }));
}
