import { useState } from "react";
import { useNavigate } from "react-router";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Checkbox } from "../../../components/checkbox";
import { Form } from "../../../components/form";
import { TextLink } from "../../../components/links";
import { RadioGroup } from "../../../components/radio-group";
import { TextField } from "../../../components/text-field";
import { paths } from "../../../lib/paths";
import { genderOptions } from "../../../lib/profile-values";
import { m } from "../../../paraglide/messages";
import { useRegisterDonor } from "../api/donor";
import { donorRules } from "../rules";
import { BloodGroupField } from "./blood-group-field";
import { BloodPlaceFields } from "./blood-place-fields";

const donorShape = v.object({
  Name: v.string(),
  Blood_group: v.string(),
  Gender: v.string(),
  Age: v.string(),
  Email: v.string(),
  Phone_number: v.string(),
  District: v.string(),
  State: v.string(),
});

/** The eight fields, and the consent without which nobody is ever written to. */
export function DonorForm() {
  const register = useRegisterDonor();
  const navigate = useNavigate();
  const [consent, setConsent] = useState(false);
  const { youngest, oldest } = donorRules;

  function submit(form: FormData): void {
    register.reset();
    const donor = v.parse(donorShape, Object.fromEntries(form));
    register.mutate({ ...donor, consent }, { onSuccess: () => navigate(paths.home, { replace: true }) });
  }

  return (
    <Card className="max-sm:p-5 sm:p-8">
      <Form isLong errors={refusedFields(register.error)} onSubmit={submit}>
        <TextField label={m.profile_name()} name="Name" autoComplete="name" isRequired />
        <BloodGroupField />
        <div className="grid items-start gap-5 *:min-w-0 sm:grid-cols-2">
          <RadioGroup label={m.profile_gender()} name="Gender" choices={genderOptions()} />
          <TextField
            label={m.donor_age()}
            hint={m.donor_age_hint({ youngest, oldest })}
            name="Age"
            inputMode="numeric"
            maxLength={3}
            isRequired
          />
          <TextField
            label={m.email()}
            hint={m.donor_email_hint()}
            name="Email"
            type="email"
            autoComplete="email"
            isRequired
          />
          <TextField
            label={m.profile_phone()}
            hint={m.registration_phone_hint()}
            name="Phone_number"
            type="tel"
            autoComplete="tel"
            isRequired
          />
          <BloodPlaceFields />
        </div>
        <div className="rounded-control bg-sunken p-4">
          <Checkbox
            name="consent"
            isChecked={consent}
            onChange={setConsent}
            needed={m.donor_consent_needed()}
          >
            {m.donor_consent()}
          </Checkbox>
          <ul className="mt-1 list-disc space-y-1 ps-7 text-muted">
            <li>{m.donor_consent_hidden()}</li>
            <li>{m.donor_consent_free()}</li>
          </ul>
        </div>
        <Button type="submit" tone="blood" size="large" isPending={register.isPending}>
          {m.donor_submit()}
        </Button>
        <p className="flex flex-wrap items-center justify-center gap-x-2 text-center text-muted">
          {m.donor_never_published()}
          <TextLink to={paths.privacy} target="_blank">
            {m.privacy_title()}
          </TextLink>
        </p>
      </Form>
    </Card>
  );
}
