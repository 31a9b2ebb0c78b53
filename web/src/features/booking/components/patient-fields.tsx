/** The fields for the patient and the visit. */

import { TextField } from "../../../components/text-field";
import { m } from "../../../messages";
import type { Patient } from "./patient-choice";
import { PhoneFields } from "./phone-fields";
import { VisitNoteFields } from "./visit-note-fields";

interface PatientFieldsProps {
  typed: Patient;
  /** For a consultation by phone: asks the data that the law requires too. */
  byPhone: boolean;
  numberHint?: string;
  onChange: (typed: Patient) => void;
}

export function PatientFields({ typed, byPhone, numberHint, onChange }: PatientFieldsProps) {
  return (
    <>
      <TextField
        label={m.confirm_patient_name()}
        name="name"
        autoComplete="name"
        value={typed.name}
        onChange={(name) => onChange({ ...typed, name })}
        isRequired
      />
      <TextField
        label={m.field_phone_number()}
        hint={numberHint}
        name="phoneNumber"
        type="tel"
        autoComplete="tel-national"
        value={typed.phoneNumber}
        onChange={(phoneNumber) => onChange({ ...typed, phoneNumber })}
        isRequired
      />
      {byPhone && <PhoneFields details={typed} onChange={(details) => onChange({ ...typed, ...details })} />}
      <VisitNoteFields note={typed} onChange={(note) => onChange({ ...typed, ...note })} />
    </>
  );
}
