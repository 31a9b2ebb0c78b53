import { m } from "../paraglide/messages";

/** Patients who deleted their account leave the visit behind, without a name. */
export function PatientName({ name }: { name: string }) {
  if (name === "") return <span className="font-normal text-muted">{m.clinic_patient_gone()}</span>;
  return <span className="wrap-anywhere">{name}</span>;
}
