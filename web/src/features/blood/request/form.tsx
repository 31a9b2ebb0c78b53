import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { DateField } from "../../../components/date-field";
import { Form } from "../../../components/form";
import { FormSection } from "../../../components/form-section";
import { NativeSelect } from "../../../components/native-select";
import { TextArea } from "../../../components/text-area";
import { TextField } from "../../../components/text-field";
import { addDays } from "../../../lib/days";
import { useIndiaTime } from "../../../lib/india-time";
import { m } from "../../../messages";
import { hospitalNamesQuery, useRequestBlood } from "../api";
import { BloodGroupField, BloodPlaceFields } from "../fields";
import { donorsFor, groupName } from "../groups";
import { MAX_DAYS_AHEAD, MAX_REASON_LENGTH, MAX_UNITS } from "../rules";

const requestShape = v.object(
  v.entriesFromList(
    [
      "Patient_name",
      "Blood_group",
      "Units",
      "Hospital",
      "District",
      "State",
      "Needed_by",
      "Contact_name",
      "Phone_number",
      "Email",
      "Reason",
    ],
    v.string(),
  ),
);

const unitOptions = Array.from({ length: MAX_UNITS }, (_, place) => ({
  id: String(place + 1),
  label: String(place + 1),
}));

interface RequestFormProps {
  onSent: (sent: { email: string; message: string }) => void;
}

export function RequestForm({ onSent }: RequestFormProps) {
  const request = useRequestBlood();
  const today = useIndiaTime()?.day;
  const [group, setGroup] = useState("");
  const [units, setUnits] = useState("1");
  const [neededBy, setNeededBy] = useState("");

  function submit(form: FormData): void {
    request.reset();
    const wanted = v.parse(requestShape, Object.fromEntries(form));
    request.mutate(wanted, { onSuccess: ({ message }) => onSent({ email: wanted.Email, message }) });
  }

  return (
    <Form isLong errors={refusedFields(request.error)} onSubmit={submit}>
      <FormSection number={1} title={m.blood_section_need()}>
        <div className="sm:col-span-2">
          <TextField label={m.blood_patient()} name="Patient_name" autoComplete="off" isRequired />
        </div>
        <div className="flex flex-col gap-2 sm:col-span-2">
          <BloodGroupField onChange={setGroup} />
          <AskedGroups group={group} />
        </div>
        <div className="flex flex-col gap-1.5">
          <NativeSelect
            label={m.blood_units()}
            name="Units"
            options={unitOptions}
            value={units}
            onChange={setUnits}
            isRequired
          />
          <p className="text-sm text-muted">{m.blood_units_hint()}</p>
        </div>
        <DateField
          label={m.blood_needed_by()}
          name="Needed_by"
          value={neededBy}
          onChange={setNeededBy}
          first={today}
          last={today && addDays(today, MAX_DAYS_AHEAD)}
          hint={m.blood_needed_by_hint({ days: MAX_DAYS_AHEAD })}
        />
        <div className="sm:col-span-2">
          <TextArea
            label={m.blood_reason()}
            hint={m.blood_reason_hint()}
            name="Reason"
            maxLength={MAX_REASON_LENGTH}
          />
        </div>
      </FormSection>
      <FormSection number={2} title={m.blood_section_where()}>
        <div className="sm:col-span-2">
          <HospitalField />
        </div>
        <BloodPlaceFields />
      </FormSection>
      <FormSection number={3} title={m.blood_section_contact()} text={m.blood_section_contact_text()}>
        <div className="sm:col-span-2">
          <TextField label={m.blood_contact()} name="Contact_name" autoComplete="name" isRequired />
        </div>
        <TextField
          label={m.profile_phone()}
          hint={m.registration_phone_hint()}
          name="Phone_number"
          type="tel"
          isRequired
        />
        <TextField label={m.field_email()} hint={m.blood_email_hint()} name="Email" type="email" isRequired />
      </FormSection>
      <div className="flex flex-col gap-3">
        <Button type="submit" tone="blood" size="large" isPending={request.isPending}>
          {m.blood_request_submit()}
        </Button>
        <p className="text-center text-muted">{m.blood_nothing_sent()}</p>
      </div>
    </Form>
  );
}

/** A hospital of the directory, or another one, which is marked for donors. */
function HospitalField() {
  const [typed, setTyped] = useState("");
  const { data: hospitals = [] } = useQuery(hospitalNamesQuery(typed.trim()));
  return (
    <TextField
      label={m.blood_hospital()}
      hint={m.blood_hospital_hint()}
      name="Hospital"
      autoComplete="off"
      value={typed}
      onChange={setTyped}
      suggestions={[...new Set(hospitals.map(({ Hospital_name }) => Hospital_name))]}
      isRequired
    />
  );
}

/** Which donors a request reaches. Nothing is chosen at first. */
function AskedGroups({ group }: { group: string }) {
  return (
    <div aria-live="polite" className="min-h-11 rounded-control bg-blood-soft p-4">
      {group === "" ? (
        <p>{m.blood_asked_choose()}</p>
      ) : (
        <>
          <p>{m.blood_asked_groups({ group: groupName(group) })}</p>
          <ul className="mt-2 flex flex-wrap gap-2">
            {donorsFor(group).map((donor) => (
              <li key={donor} className="rounded-full bg-blood px-3 py-0.5 font-bold text-on-blood">
                {groupName(donor)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
