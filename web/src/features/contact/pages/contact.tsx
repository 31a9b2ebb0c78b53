/** /contact: a message to the operator, shown in the administrator's messages. */
import { Ambulance, MailCheck, Scale, ShieldCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Form } from "../../../components/form";
import { LinkButton, TextLink } from "../../../components/links";
import { TextArea } from "../../../components/text-area";
import { TextField } from "../../../components/text-field";
import { useNotices } from "../../../lib/notices";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { type ContactMessage, useSendMessage } from "../api";

/** The server's limit. */
const longestMessage = 4000;

const text = v.pipe(v.string(), v.trim());
const messageShape = v.object({ name: text, email: text, phone: text, message: text });

export function Page({ title }: { title: string }) {
  const [sent, setSent] = useState<ContactMessage>();
  return (
    <div className="page py-8 md:py-14">
      <div className="grid items-start gap-8 xl:grid-cols-[2fr_1fr]">
        <div>
          <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
          <p className="mt-2 text-lg text-muted">{m.contact_text()}</p>
          <Card className="mt-6 sm:p-8">
            {sent ? <Sent message={sent} onAgain={() => setSent(undefined)} /> : <Write onSent={setSent} />}
          </Card>
        </div>
        <Aside />
      </div>
    </div>
  );
}

function Write({ onSent }: { onSent: (message: ContactMessage) => void }) {
  const send = useSendMessage();

  function submit(form: FormData): void {
    const { phone, ...rest } = v.parse(messageShape, Object.fromEntries(form));
    const message = { ...rest, phone: phone || undefined };
    send.mutate(message, { onSuccess: () => onSent(message) });
  }

  return (
    <Form isKept errors={refusedFields(send.error)} onSubmit={submit}>
      <TextField label={m.contact_name()} name="name" autoComplete="name" isRequired maxLength={100} />
      <TextField label={m.field_email()} name="email" type="email" hint={m.contact_email_hint()} isRequired />
      <TextField label={m.contact_phone()} name="phone" type="tel" />
      <TextArea
        label={m.contact_message()}
        name="message"
        hint={m.contact_message_hint()}
        rows={6}
        isRequired
        maxLength={longestMessage}
      />
      <Button type="submit" size="large" isPending={send.isPending}>
        {m.contact_send()}
      </Button>
    </Form>
  );
}

/** The address is shown again, so that a typing error is noticed. */
function Sent({ message: { email }, onAgain }: { message: ContactMessage; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col items-center py-6 text-center">
      <span className="flex size-16 items-center justify-center rounded-full bg-brand-soft text-brand-ink">
        <MailCheck aria-hidden className="size-8" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="mt-5 text-2xl font-bold">
        {m.contact_sent_title()}
      </h2>
      <p className="mt-2 max-w-md text-lg text-muted wrap-anywhere">{m.contact_sent_text({ email })}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <LinkButton to={paths.home}>{m.nav_home()}</LinkButton>
        <Button tone="quiet" onPress={onAgain}>
          {m.contact_again()}
        </Button>
      </div>
    </div>
  );
}

function Aside() {
  const { officer, email, phone } = useNotices();
  const hasOfficer = officer && email;
  const notes = [
    {
      Icon: Ambulance,
      title: m.contact_emergency_title(),
      text: m.footer_emergency(),
      look: "bg-blood-soft text-blood-ink",
    },
    {
      Icon: Scale,
      title: m.contact_grievance_title(),
      text: hasOfficer ? m.privacy_grievance_officer({ officer }) : m.contact_grievance_text(),
      more: hasOfficer && (
        <>
          <TextLink to={`mailto:${email}`}>{email}</TextLink>
          {phone && <TextLink to={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>{phone}</TextLink>}
        </>
      ),
    },
    {
      Icon: ShieldCheck,
      title: m.contact_privacy_title(),
      text: m.contact_privacy_text(),
      more: <TextLink to={paths.privacy}>{m.privacy_title()}</TextLink>,
    },
  ];
  return (
    <div className="flex flex-col gap-6">
      {notes.map(({ Icon, title, text, look = "bg-brand-soft text-brand-ink", more }) => (
        <section key={title} className="flex gap-4">
          <span className={`flex size-11 shrink-0 items-center justify-center rounded-full ${look}`}>
            <Icon aria-hidden className="size-6" />
          </span>
          <div className="min-w-0">
            <h2 className="text-lg font-bold">{title}</h2>
            <div className="mt-1 text-muted">
              <p>{text}</p>
              {more && <p className="flex flex-wrap gap-x-4 wrap-anywhere">{more}</p>}
            </div>
          </div>
        </section>
      ))}
    </div>
  );
}
