import * as v from "valibot";
import { RadioGroup } from "../../../components/radio-group";
import { TextField } from "../../../components/text-field";
import { genderOptions } from "../../../lib/profile-values";
import { m } from "../../../messages";
import type { Donor } from "../api";
import { BloodGroupField, BloodPlaceFields } from "../fields";
import { donorRules } from "../rules";

/** The eight fields: empty and required for a new donor; filled in for a known one, as far as the page knows the data. */
export function DonorFields({ donor }: { donor?: Donor }) {
  const { youngest, oldest } = donorRules;
  const isRequired = donor === undefined;
  return (
    <>
      <TextField
        label={m.field_name()}
        name="Name"
        autoComplete="name"
        defaultValue={donor?.Name}
        isRequired={isRequired}
      />
      <BloodGroupField first={donor?.Blood_group} />
      <div className="grid items-start gap-5 *:min-w-0 sm:grid-cols-2">
        <RadioGroup
          label={m.profile_gender()}
          name="Gender"
          choices={genderOptions()}
          first={donor?.Gender}
        />
        <TextField
          label={m.donor_age()}
          hint={m.donor_age_hint({ youngest, oldest })}
          name="Age"
          inputMode="numeric"
          maxLength={3}
          defaultValue={donor && String(donor.Age)}
          isRequired={isRequired}
        />
        <TextField
          label={donor ? m.field_new_email() : m.field_email()}
          hint={donor ? m.donor_now({ hint: donor.emailHint }) : m.donor_email_hint()}
          name="Email"
          type="email"
          isRequired={isRequired}
        />
        <TextField
          label={donor ? m.donor_new_phone() : m.profile_phone()}
          hint={donor ? m.donor_now({ hint: donor.phoneHint }) : m.registration_phone_hint()}
          name="Phone_number"
          type="tel"
          isRequired={isRequired}
        />
        <BloodPlaceFields state={donor?.State} district={donor?.District} />
      </div>
    </>
  );
}

export const detailsShape = v.object(
  v.entriesFromList(
    ["Name", "Blood_group", "Gender", "Age", "Email", "Phone_number", "District", "State"],
    v.string(),
  ),
);

type Details = v.InferOutput<typeof detailsShape>;
type Changes = Partial<Details> & { consent?: boolean };

/** E-mail address and phone number are masked, so their fields start empty. */
export function detailsOf(donor: Donor): Details {
  const { Name, Blood_group, Gender, Age, District, State } = donor;
  return { Name, Blood_group, Gender, Age: String(Age), Email: "", Phone_number: "", District, State };
}

/** Values of the donor form. Only changed ones are sent; empty fields stay. */
export function changesOf(donor: Donor, typed: Details, consent: boolean): Changes {
  const before: Record<string, string> = detailsOf(donor);
  const changed: Partial<Details> = Object.fromEntries(
    Object.entries(typed)
      .map(([field, text]) => [field, text.trim()] as const)
      .filter(([field, text]) => text !== "" && text !== before[field]),
  );
  // A district belongs to its state: a changed state is sent with its district.
  if (changed.State !== undefined) changed.District = typed.District;
  return consent === donor.consent ? changed : { ...changed, consent };
}
