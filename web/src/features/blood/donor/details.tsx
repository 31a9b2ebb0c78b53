import { Pencil } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Checkbox } from "../../../components/checkbox";
import { Form } from "../../../components/form";
import { TitledCard } from "../../../components/titled-card";
import { genderOptions, labelOf } from "../../../lib/profile-values";
import { m } from "../../../messages";
import { type Donor, useUpdateDonor } from "../api";
import { groupName } from "../groups";
import { usePlaceName } from "../words";
import { changesOf, detailsShape } from "./changes";
import { DonorFields } from "./fields";

/** A donor's data and a form to change it. Number and address are masked, because links can leak. */
export function DonorDetails({ token, donor }: { token: string; donor: Donor }) {
  const [editing, setEditing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  function edit(isEditing: boolean): void {
    // The pressed button is removed.
    flushSync(() => setEditing(isEditing));
    heading.current?.focus();
  }

  return (
    <TitledCard
      title={m.donor_details_title()}
      text={editing ? m.donor_details_text() : undefined}
      headingRef={heading}
    >
      {editing ? (
        <DetailsForm token={token} donor={donor} onDone={() => edit(false)} />
      ) : (
        <>
          <DonorFacts facts={donor} />
          <div className="mt-5">
            <Button tone="soft" onPress={() => edit(true)}>
              <Pencil aria-hidden className="size-5 shrink-0" />
              {m.donor_details_change()}
            </Button>
          </div>
        </>
      )}
    </TitledCard>
  );
}

function DetailsForm({ token, donor, onDone }: { token: string; donor: Donor; onDone: () => void }) {
  const update = useUpdateDonor(token);
  const [consent, setConsent] = useState(donor.consent);

  function submit(form: FormData): void {
    update.reset();
    const changes = changesOf(donor, v.parse(detailsShape, Object.fromEntries(form)), consent);
    if (Object.keys(changes).length === 0) onDone();
    else update.mutate(changes, { onSuccess: onDone });
  }

  return (
    <Form isLong errors={refusedFields(update.error)} onSubmit={submit}>
      <DonorFields donor={donor} />
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
  );
}

type Change = NonNullable<Donor["change"]>;
type Facts = Pick<Change, Exclude<keyof Change, "version" | "differs" | "newEmail">>;

const consentText = ({ consent }: Facts) => (consent ? m.donor_change_yes() : m.donor_change_no());

/** A donor's data. With `before`, differences are marked. */
export function DonorFacts({ facts, before }: { facts: Facts & Partial<Change>; before?: Facts }) {
  const placeOf = usePlaceName();
  const rows: [string, (from: Facts & Partial<Change>) => string][] = [
    [m.field_name(), ({ Name }) => Name],
    [m.blood_group(), ({ Blood_group }) => groupName(Blood_group)],
    [m.profile_gender(), ({ Gender }) => labelOf(genderOptions(), Gender)],
    [m.donor_age(), ({ Age }) => String(Age)],
    [m.field_district(), placeOf],
    [m.profile_phone(), ({ phoneHint }) => phoneHint],
    // Two addresses can have the same hint, so another one stands there in full.
    [m.field_email(), ({ emailHint, newEmail }) => newEmail ?? emailHint],
  ];
  if (before && before.consent !== facts.consent) rows.push([m.donor_change_consent(), consentText]);
  return (
    <dl className="grid grid-cols-2 gap-4">
      {rows.map(([label, read]) => {
        const old = before && read(before);
        const now = read(facts);
        return (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-lg wrap-anywhere">
              {old === undefined || old === now ? (
                now
              ) : (
                <>
                  <del className="text-muted">{old}</del>{" "}
                  <ins className="font-bold text-brand-ink">{now}</ins>
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
