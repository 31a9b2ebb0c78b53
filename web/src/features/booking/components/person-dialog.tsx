/** Somebody whom a patient books for: a new one, or one to be changed. */
import { useState } from "react";
import * as v from "valibot";
import { asked } from "../../../api/change";
import { refusedFields } from "../../../api/problem";
import { ActionDialog } from "../../../components/action-dialog";
import { Checkbox } from "../../../components/checkbox";
import { NativeSelect } from "../../../components/native-select";
import { TextField } from "../../../components/text-field";
import { indiaTime } from "../../../lib/india-time";
import { genderOptions } from "../../../lib/profile-values";
import { serverNow } from "../../../lib/server-clock";
import { m } from "../../../paraglide/messages";
import { type Person, useSavePerson } from "../api/people";
import { isMinor } from "../people";

const shape = v.object({
  name: v.string(),
  phoneNumber: v.string(),
  birthYear: v.string(),
  gender: v.string(),
});

interface PersonDialogProps {
  /** A new one, where there is none. */
  person?: Person;
  onClose: () => void;
}

export function PersonDialog({ person, onClose }: PersonDialogProps) {
  const save = useSavePerson(person?._id);
  const [year, setYear] = useState(`${person?.birthYear ?? ""}`);
  const [gender, setGender] = useState(person?.gender ?? "");
  const [isGuardian, setGuardian] = useState(person?.guardian ?? false);
  // The server decides, by its own calendar.
  const needsGuardian =
    isMinor(year, Number(indiaTime(serverNow()).day.slice(0, 4))) ||
    refusedFields(save.error).guardian !== undefined;

  return (
    <ActionDialog
      title={person ? m.people_change_title() : m.people_add_title()}
      text={m.people_add_text()}
      yes={m.people_save()}
      tone="brand"
      {...asked(save, onClose, (_, form) => ({
        ...v.parse(shape, Object.fromEntries(form)),
        guardian: needsGuardian && isGuardian,
      }))}
      onClose={onClose}
    >
      <TextField
        label={m.patient_name()}
        name="name"
        autoComplete="off"
        defaultValue={person?.name}
        isRequired
        autoFocus
      />
      <TextField
        label={m.patient_phone()}
        name="phoneNumber"
        type="tel"
        autoComplete="off"
        hint={m.people_phone_hint()}
        defaultValue={person?.phoneNumber}
        isRequired
      />
      <div className="grid items-start gap-5 min-[26rem]:grid-cols-2">
        <TextField
          label={m.people_year()}
          name="birthYear"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={year}
          onChange={setYear}
        />
        <NativeSelect
          label={m.people_gender()}
          name="gender"
          placeholder={m.people_not_said()}
          options={genderOptions()}
          value={gender}
          onChange={setGender}
        />
      </div>
      {needsGuardian && (
        <div className="rounded-control bg-waiting-soft px-4 py-2 text-waiting-ink">
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
