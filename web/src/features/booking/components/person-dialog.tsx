/** Adds or changes a person whom a patient books for. */
import { useState } from "react";
import * as v from "valibot";
import { confirmDialogProps } from "../../../api/change";
import { ActionDialog } from "../../../components/action-dialog";
import { Checkbox } from "../../../components/checkbox";
import { TextField } from "../../../components/text-field";
import { m } from "../../../messages";
import { type Person, useSavePerson } from "../api";

const shape = v.object({
  name: v.string(),
  phoneNumber: v.string(),
});

interface PersonDialogProps {
  /** A new person without it. */
  person?: Person;
  onClose: () => void;
}

export function PersonDialog({ person, onClose }: PersonDialogProps) {
  const save = useSavePerson(person?._id);
  const [isMinor, setMinor] = useState(person?.guardian ?? false);
  const [isGuardian, setGuardian] = useState(person?.guardian ?? false);

  return (
    <ActionDialog
      title={person ? m.people_change_title() : m.people_add_title()}
      text={m.people_add_text()}
      yes={m.action_save()}
      tone="brand"
      {...confirmDialogProps(save, onClose, (_, form) => ({
        ...v.parse(shape, Object.fromEntries(form)),
        under18: isMinor,
        guardian: isMinor && isGuardian,
      }))}
      onClose={onClose}
    >
      <TextField
        label={m.confirm_patient_name()}
        name="name"
        autoComplete="off"
        defaultValue={person?.name}
        isRequired
        autoFocus
      />
      <TextField
        label={m.field_phone_number()}
        name="phoneNumber"
        type="tel"
        autoComplete="off"
        hint={m.people_phone_hint()}
        defaultValue={person?.phoneNumber}
        isRequired
      />
      <Checkbox name="under18" isChecked={isMinor} onChange={setMinor}>
        {m.people_under_18()}
      </Checkbox>
      {isMinor && (
        <div className="rounded-control bg-pending-soft px-4 py-2 text-pending-ink">
          <Checkbox
            name="guardian"
            isChecked={isGuardian}
            onChange={setGuardian}
            needed={m.people_guardian_needed()}
          >
            {m.people_guardian()}
          </Checkbox>
        </div>
      )}
    </ActionDialog>
  );
}
