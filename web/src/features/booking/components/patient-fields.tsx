/** Name and number of who comes, and what they say of the visit. */

import { TextField } from "../../../components/text-field";
import { m } from "../../../messages";
import type { Patient } from "./patient-choice";
import { VisitNoteFields } from "./visit-note-fields";

interface PatientFieldsProps {
  typed: Patient;
  numberHint?: string;
  onChange: (typed: Patient) => void;
}

export function PatientFields({ typed, numberHint, onChange }: PatientFieldsProps) {
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
      <VisitNoteFields note={typed} onChange={(note) => onChange({ ...typed, ...note })} />
    </>
  );
}
