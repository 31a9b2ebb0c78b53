/** /blooddonate: who can donate, and the registration of donors. */

import { MailCheck } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Checkbox } from "../../../components/checkbox";
import { Form } from "../../../components/form";
import { TextLink } from "../../../components/links";
import { TextField } from "../../../components/text-field";
import { donorRegistered, paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { useDonorLink, useRegisterDonor } from "../api";
import { DonorFields, detailsShape } from "../donor/fields";
import { WhoCanDonate } from "../donor/who-can-donate";

export function Page({ title }: { title: string }) {
  return (
    <div className="page grid max-w-6xl items-start gap-x-8 gap-y-6 py-8 md:py-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="lg:col-span-2">
        <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
        <p className="mt-3 max-w-2xl text-lg text-muted">{m.donate_text()}</p>
        <p className="mt-1 flex flex-wrap gap-x-6">
          <TextLink to={paths.needBlood}>{m.donor_need_blood()}</TextLink>
          <TextLink to={paths.donorLink}>{m.donor_registered_link()}</TextLink>
        </p>
      </div>
      <DonorForm />
      <div className="flex flex-col gap-6">
        <WhoCanDonate />
        <DonorLinkForm />
        <TextLink to={paths.bloodFacts}>{m.blood_facts_link()}</TextLink>
      </div>
    </div>
  );
}

/** The eight fields and the consent, without which a donor is never contacted. */
function DonorForm() {
  const register = useRegisterDonor();
  const navigate = useNavigate();
  const [consent, setConsent] = useState(false);

  function submit(form: FormData): void {
    register.reset();
    const donor = v.parse(detailsShape, Object.fromEntries(form));
    register.mutate({ ...donor, consent }, { onSuccess: () => navigate(donorRegistered, { replace: true }) });
  }

  return (
    <Card className="sm:p-8">
      <Form isLong errors={refusedFields(register.error)} onSubmit={submit}>
        <DonorFields />
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

const linkShape = v.object({ Email: v.string() });

/** Mails a donor the private link again. The target of `paths.donorLink`. */
function DonorLinkForm() {
  const link = useDonorLink();
  return (
    <Card>
      <section id="private-link" aria-labelledby="private-link-title" className="scroll-mt-20">
        <h2 id="private-link-title" className="text-lg font-bold">
          {m.donor_registered()}
        </h2>
        <p className="mt-1 mb-4 text-muted">{m.donor_registered_text()}</p>
        <Form
          errors={refusedFields(link.error)}
          onSubmit={(form) => link.mutate(v.parse(linkShape, Object.fromEntries(form)))}
        >
          <TextField label={m.field_email()} name="Email" type="email" isRequired />
          <Button type="submit" tone="soft" isPending={link.isPending}>
            {m.donor_send_link()}
          </Button>
        </Form>
        <div role="status">
          {link.isSuccess && (
            <p className="mt-4 flex gap-2.5 rounded-control bg-brand-soft p-3 text-brand-ink">
              <MailCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
              {link.data.message}
            </p>
          )}
        </div>
      </section>
    </Card>
  );
}
