import { MailCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { LinkButton } from "../../../components/links";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";

interface RequestSentProps {
  email: string;
  /** What the server said. */
  message: string;
  onCorrect: () => void;
}

/** The request waits for its confirmation. The address stands there in full, so that a slip is seen. */
export function RequestSent({ email, message, onCorrect }: RequestSentProps) {
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
        <LinkButton to={paths.home}>{m.back_to_home()}</LinkButton>
      </div>
    </Card>
  );
}
