import { useState } from "react";
import * as v from "valibot";
import { confirmDialogProps } from "../../../api/change";
import { ActionDialog } from "../../../components/action-dialog";
import { NativeSelect } from "../../../components/native-select";
import { TextField } from "../../../components/text-field";
import { specialities, specialityName } from "../../../lib/specialities";
import { m } from "../../../messages";
import { type DoctorDetail, useCorrectDoctor } from "../api/lists";

const shape = v.object({
  full_Name: v.string(),
  doctor_ID: v.string(),
  specialization: v.string(),
  experience: v.string(),
});

interface CorrectDialogProps {
  doctor: DoctorDetail;
  onClose: () => void;
}

/** Corrects what a doctor registered with and cannot change alone. */
export function CorrectDialog({ doctor, onClose }: CorrectDialogProps) {
  const correct = useCorrectDoctor(doctor._id);
  const [specialization, setSpecialization] = useState(doctor.specialization);
  return (
    <ActionDialog
      title={m.admin_correct_title()}
      text={m.admin_correct_text()}
      yes={m.action_save()}
      tone="brand"
      {...confirmDialogProps(correct, onClose, (_, form) => v.parse(shape, Object.fromEntries(form)))}
      onClose={onClose}
    >
      <TextField label={m.field_name()} name="full_Name" defaultValue={doctor.full_Name} isRequired />
      <TextField label={m.join_doctor_id()} name="doctor_ID" defaultValue={doctor.doctor_ID} isRequired />
      <NativeSelect
        label={m.join_specialization()}
        name="specialization"
        options={specialities.map((speciality) => ({
          id: speciality.title,
          label: specialityName(speciality),
        }))}
        value={specialization}
        onChange={setSpecialization}
        isRequired
      />
      <TextField
        label={m.doctor_experience_label()}
        name="experience"
        inputMode="numeric"
        defaultValue={`${doctor.experience}`}
        isRequired
      />
    </ActionDialog>
  );
}
