import { RadioGroup } from "../../../components/radio-group";
import { TextField } from "../../../components/text-field";
import { genderOptions } from "../../../lib/profile-values";
import { m } from "../../../messages";
import type { Donor } from "../api";
import { BloodGroupField, BloodPlaceFields } from "../fields";
import { donorRules } from "../rules";

/** The eight fields: empty and required for a new donor; for a known one with what is on file, as far as the page knows it. */
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
