import { MailCheck } from "lucide-react";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Form } from "../../../components/form";
import { TextField } from "../../../components/text-field";
import { m } from "../../../paraglide/messages";
import { useDonorLink } from "../api/donor";
import { donorLinkForm as id } from "../donor-link-address";

const linkShape = v.object({ Email: v.string() });

/** For donors who lost their private link: it is mailed again. */
export function DonorLinkForm() {
  const link = useDonorLink();
  return (
    <Card className="max-sm:p-5">
      <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
        <h2 id={`${id}-title`} className="text-lg font-bold">
          {m.donor_registered()}
        </h2>
        <p className="mt-1 mb-4 text-muted">{m.donor_registered_text()}</p>
        <Form
          errors={refusedFields(link.error)}
          onSubmit={(form) => link.mutate(v.parse(linkShape, Object.fromEntries(form)))}
        >
          <TextField label={m.email()} name="Email" type="email" autoComplete="email" isRequired />
          <Button type="submit" tone="soft" isPending={link.isPending}>
            {m.donor_link_button()}
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
