import { MailCheck } from "lucide-react";
import { m } from "../paraglide/messages";
import { Button } from "./button";

interface WaitingEmailProps {
  email: string;
  isSending: boolean;
  isCancelling: boolean;
  onSendAgain: () => void;
  onCancel: () => void;
}

/** A new address that does not count yet: its link was sent and not used. */
export function WaitingEmail({ email, isSending, isCancelling, onSendAgain, onCancel }: WaitingEmailProps) {
  return (
    <section aria-labelledby="waiting-email" className="rounded-card bg-waiting-soft p-4 sm:p-5">
      <h3 id="waiting-email" className="flex items-center gap-2 font-bold">
        <MailCheck aria-hidden className="size-5 shrink-0 text-waiting-ink" />
        {m.email_waits_title()}
      </h3>
      <p className="mt-1 wrap-anywhere">{m.email_waits_text({ email })}</p>
      <p className="mt-1 text-sm">{m.forgot_sent_hint()}</p>
      <div className="mt-4 flex flex-wrap gap-3 max-sm:flex-col">
        <Button tone="quiet" isPending={isSending} isDisabled={isCancelling} onPress={onSendAgain}>
          {m.email_waits_again()}
        </Button>
        <Button tone="quiet" isPending={isCancelling} isDisabled={isSending} onPress={onCancel}>
          {m.email_waits_cancel()}
        </Button>
      </div>
    </section>
  );
}
