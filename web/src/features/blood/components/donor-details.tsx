import { Pencil } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Checkbox } from "../../../components/checkbox";
import { Form } from "../../../components/form";
import { RadioGroup } from "../../../components/radio-group";
import { TextField } from "../../../components/text-field";
import { genderOptions } from "../../../lib/profile-values";
import { m } from "../../../paraglide/messages";
import { type Donor, useUpdateDonor } from "../api/donor";
import { changesOf, detailsShape } from "../donor-changes";
import { BloodGroupField } from "./blood-group-field";
import { BloodPlaceFields } from "./blood-place-fields";
import { DonorFacts } from "./donor-facts";

/** What is on file, and a form to change it. Number and address are only hinted at: a link may get into wrong hands. */
export function DonorDetails({ token, donor }: { token: string; donor: Donor }) {
  const [editing, setEditing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  function edit(isEditing: boolean): void {
    // The button that was pressed goes away.
    flushSync(() => setEditing(isEditing));
    heading.current?.focus();
  }

  return (
    <Card className="max-sm:p-5 sm:p-8">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold">
        {m.donor_details_title()}
      </h2>
      {editing ? (
        <DetailsForm token={token} donor={donor} onDone={() => edit(false)} />
      ) : (
        <>
          <div className="mt-4 mb-5">
            <DonorFacts facts={donor} />
          </div>
          <Button tone="soft" onPress={() => edit(true)}>
            <Pencil aria-hidden className="size-5 shrink-0" />
            {m.donor_details_change()}
          </Button>
        </>
      )}
    </Card>
  );
}

function DetailsForm({ token, donor, onDone }: { token: string; donor: Donor; onDone: () => void }) {
  const update = useUpdateDonor(token);
  const [consent, setConsent] = useState(donor.consent);

  function submit(form: FormData): void {
    update.reset();
    const changes = changesOf(donor, v.parse(detailsShape, Object.fromEntries(form)), consent);
    if (Object.keys(changes).length === 0) {
      onDone();
      return;
    }
    update.mutate(changes, { onSuccess: onDone });
  }

  return (
    <>
      <p className="mt-1 mb-5 text-muted">{m.donor_details_text()}</p>
      <Form isLong errors={refusedFields(update.error)} onSubmit={submit}>
        <TextField label={m.profile_name()} name="Name" autoComplete="name" defaultValue={donor.Name} />
        <BloodGroupField first={donor.Blood_group} />
        <div className="grid items-start gap-5 *:min-w-0 sm:grid-cols-2">
          <RadioGroup
            label={m.profile_gender()}
            name="Gender"
            choices={genderOptions()}
            first={donor.Gender}
          />
          <TextField
            label={m.donor_age()}
            name="Age"
            inputMode="numeric"
            maxLength={3}
            defaultValue={String(donor.Age)}
          />
          <TextField
            label={m.donor_new_email()}
            hint={m.donor_now({ hint: donor.emailHint })}
            name="Email"
            type="email"
            autoComplete="email"
          />
          <TextField
            label={m.donor_new_phone()}
            hint={m.donor_now({ hint: donor.phoneHint })}
            name="Phone_number"
            type="tel"
            autoComplete="tel"
          />
          <BloodPlaceFields state={donor.State} district={donor.District} />
        </div>
        <Checkbox name="consent" isChecked={consent} onChange={setConsent}>
          {m.donor_consent()}
        </Checkbox>
        <div className="grid gap-3 sm:grid-cols-2">
          <Button tone="quiet" onPress={onDone}>
            {m.donor_details_keep()}
          </Button>
          <Button type="submit" isPending={update.isPending}>
            {m.donor_details_save()}
          </Button>
        </div>
      </Form>
    </>
  );
}
