/** /bloodrequest: the form, then the address to which the confirmation link was sent. */
import { MailCheck, Siren } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { LinkButton, TextLink } from "../../../components/links";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { RequestForm } from "../request/form";

export function Page({ title }: { title: string }) {
  const [sent, setSent] = useState<{ email: string; message: string }>();
  return (
    <div className="page max-w-6xl py-8 md:py-12">
      {sent && <Sent {...sent} onCorrect={() => setSent(undefined)} />}
      {/* It stays behind what is said, with everything that was typed, for whoever sees a wrong address there. */}
      <div
        className={sent ? "hidden" : "grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]"}
      >
        <div className="lg:col-span-2">
          {!sent && <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>}
          <p className="mt-3 max-w-2xl text-lg text-muted">{m.blood_request_text()}</p>
        </div>
        <div className="lg:col-span-2">
          <Emergency />
        </div>
        <RequestForm onSent={setSent} />
        <div className="flex flex-col gap-4 lg:sticky lg:top-22">
          <Steps />
          <TextLink to={paths.bloodFacts}>{m.blood_facts_link()}</TextLink>
        </div>
      </div>
    </div>
  );
}

/** In an emergency people call 108: volunteers need hours. */
function Emergency() {
  return (
    <div className="flex gap-3 rounded-card border border-blood/20 bg-surface p-4 sm:p-5">
      <Siren aria-hidden className="mt-0.5 size-6 shrink-0 text-blood" />
      <p>
        <strong className="text-blood-ink">{m.blood_emergency_title()}</strong> {m.blood_emergency_text()}{" "}
        <a href="tel:108" className="font-semibold underline sm:whitespace-nowrap underline-offset-4">
          {m.blood_emergency_call()}
        </a>
      </p>
    </div>
  );
}

function Steps() {
  const steps = [m.blood_step_confirm(), m.blood_step_asked(), m.blood_step_numbers()];
  return (
    <section aria-labelledby="request-steps" className="rounded-card bg-brand-soft p-5">
      <h2 id="request-steps" className="text-lg font-bold text-brand-ink">
        {m.blood_steps_title()}
      </h2>
      <ol className="mt-3 flex flex-col gap-3">
        {steps.map((step, place) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="flex size-7 shrink-0 items-center justify-center rounded-full bg-brand text-sm font-bold text-on-brand"
            >
              {place + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      <p className="mt-4 border-t border-line pt-4 font-semibold">{m.blood_cross_match()}</p>
    </section>
  );
}

interface SentProps {
  email: string;
  /** The server's answer. */
  message: string;
  onCorrect: () => void;
}

/** Waiting for confirmation. Shows the full address, so that a typing error is seen. */
function Sent({ email, message, onCorrect }: SentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: "instant" });
  }, []);
  return (
    <Card className="mx-auto max-w-xl text-center sm:p-10">
      <div className="mx-auto flex size-20 items-center justify-center rounded-full bg-brand-soft text-brand-ink">
        <MailCheck aria-hidden className="size-9" />
      </div>
      <h1 ref={heading} tabIndex={-1} className="mt-6 text-2xl font-bold sm:text-3xl">
        {m.blood_sent_title()}
      </h1>
      <p className="mt-3 text-lg">{message}</p>
      <div className="mt-5 rounded-control bg-sunken p-4">
        <p className="text-muted">{m.blood_sent_to()}</p>
        <p className="mt-0.5 font-bold wrap-anywhere">{email}</p>
      </div>
      <p className="mt-4 text-muted">{m.blood_sent_hint()}</p>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button tone="quiet" onPress={onCorrect}>
          {m.blood_sent_correct()}
        </Button>
        <LinkButton to={paths.home}>{m.nav_home()}</LinkButton>
      </div>
    </Card>
  );
}
